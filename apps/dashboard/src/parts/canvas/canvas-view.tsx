/** The canvas: React Flow over a laid-out drawing, the tools, and the tree for the keyboard. */
import { ReactFlowProvider } from '@xyflow/react';
import { useEffect, useState } from 'react';
import { noMarks } from '../../core/version-diff/marks.js';
import { BlockTree } from './block-tree.js';
import type { CanvasProps } from './canvas-props.js';
import { MarkContext, PickContext, StatusContext } from './canvas-context.js';
import { CanvasGround } from './canvas-ground.js';
import styles from './canvas.module.css';
import { CanvasTools } from './canvas-tools.js';
import { Flow } from './flow.js';
import { createPickStore, type PickStore } from './picks.js';
import { useCanvasKeys } from './use-canvas-keys.js';
import { useScene } from './use-scene.js';
import { useSize } from './use-size.js';

export function CanvasView(props: CanvasProps) {
  const [picks] = useState(createPickStore);
  return (
    <StatusContext value={props.statusOf}>
      <PickContext value={picks}>
        <MarkContext value={props.marks ?? noMarks}>
          <ReactFlowProvider>
            <CanvasGround>
              <Stage {...props} picks={picks} />
            </CanvasGround>
          </ReactFlowProvider>
        </MarkContext>
      </PickContext>
    </StatusContext>
  );
}

function Stage({
  definition,
  positions,
  picks,
  selected,
  onSelect,
  label,
  actions,
  isFixed = false,
}: CanvasProps & { picks: PickStore }) {
  const { graph, scene } = useScene(definition, positions);
  const [stage, size] = useSize();
  const keys = useCanvasKeys(scene, size, onSelect);
  // The outside system is the store that each block listens to.
  useEffect(() => picks.set({ selected }), [picks, selected]);
  return (
    <>
      <BlockTree graph={graph} label={label} {...keys} />
      <div ref={stage} className={styles.stage} aria-hidden>
        {scene !== null && size !== null && (
          <Flow
            scene={scene}
            stage={size}
            selected={selected}
            onSelect={onSelect}
            isFixed={isFixed}
          />
        )}
      </div>
      {!isFixed && (
        <CanvasTools bounds={scene?.layout.bounds ?? null} stage={size} actions={actions} />
      )}
    </>
  );
}
