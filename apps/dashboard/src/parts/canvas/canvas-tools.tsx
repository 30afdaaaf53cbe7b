import { useReactFlow, useStore } from '@xyflow/react';
import type { ReactNode } from 'react';
import type { Box, Size } from '../../core/layout/box.js';
import { canvasText } from '../../text/canvas.js';
import { IconButton } from '../../ui/icon-button.js';
import { Maximize, Minus, Plus } from '../../ui/icon.js';
import { fitted } from './first-view.js';
import { moveMs } from './motion.js';
import styles from './canvas-tools.module.css';
import { ToolBar } from './tool-bar.js';

interface CanvasToolsProps {
  bounds: Box | null;
  stage: Size | null;
  actions: ReactNode;
}

export function CanvasTools({ bounds, stage, actions }: CanvasToolsProps) {
  const flow = useReactFlow();
  const hasActions = actions !== undefined && actions !== null;
  return (
    <ToolBar isCentred={hasActions}>
      {hasActions && (
        <>
          {actions}
          <hr className={styles.rule} />
        </>
      )}
      <IconButton
        tone="ghost"
        icon={Minus}
        label={canvasText.zoomOut}
        keys="-"
        onPress={() => void flow.zoomOut({ duration: moveMs() })}
      />
      {hasActions && <ZoomFigure />}
      <IconButton
        tone="ghost"
        icon={Plus}
        label={canvasText.zoomIn}
        keys="+"
        onPress={() => void flow.zoomIn({ duration: moveMs() })}
      />
      <IconButton
        tone="ghost"
        icon={Maximize}
        label={canvasText.fit}
        keys="0"
        onPress={() => {
          if (bounds !== null && stage !== null)
            void flow.setViewport(fitted(bounds, stage), { duration: moveMs() });
        }}
      />
    </ToolBar>
  );
}

function ZoomFigure() {
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100));
  return <span className={styles.zoom}>{canvasText.zoom(percent)}</span>;
}
