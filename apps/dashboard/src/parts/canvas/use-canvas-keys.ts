/** What the keys do while the canvas has the focus. */
import { useReactFlow } from '@xyflow/react';
import type { Size } from '../../core/layout/box.js';
import { type Direction, walk } from '../../core/workflow-graph/walk.js';
import { useStores } from './canvas-context.js';
import { centred, fitted, isInView } from './first-view.js';
import { focusOf } from './focus.js';
import { moveMs } from './motion.js';
import type { Scene } from './use-scene.js';

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

export interface CanvasKeys {
  readonly onKey: (key: string) => boolean;
  readonly onFocus: () => void;
}

export function useCanvasKeys(
  scene: Scene | null,
  stage: Size | null,
  onSelect: (blockId: string | null) => void,
): CanvasKeys {
  const flow = useReactFlow();
  const { picks, statusOf } = useStores();
  if (scene === null || stage === null) return { onKey: () => false, onFocus: () => undefined };
  const { graph, layout } = scene;
  const start = (): string | null => {
    const { selected, latest } = picks.get();
    return focusOf(graph, statusOf, selected ?? latest);
  };
  const pointAt = (blockId: string | null, zoom = flow.getZoom()): void => {
    picks.set({ pointed: blockId });
    const box = layout.boxes.get(blockId ?? '');
    const isShown = box !== undefined && isInView(box, flow.getViewport(), stage);
    if (box !== undefined && (!isShown || zoom !== flow.getZoom()))
      void flow.setViewport(centred(box, stage, zoom), { duration: moveMs() });
  };
  const onKey = (key: string): boolean => {
    const { pointed } = picks.get();
    const direction = directions[key];
    if (direction !== undefined) {
      const next = pointed === null ? start() : walk(graph, layout.boxes, pointed, direction);
      if (next !== null) pointAt(next);
      return true;
    }
    switch (key) {
      case 'Home':
        pointAt(graph.triggerId ?? pointed);
        return true;
      case 'Enter':
      case ' ':
        if (pointed !== null) onSelect(pointed);
        return pointed !== null;
      case 'Escape':
        if (picks.get().selected === null) return false;
        onSelect(null);
        return true;
      case '0':
        void flow.setViewport(fitted(layout.bounds, stage), { duration: moveMs() });
        return true;
      case '1':
        pointAt(pointed ?? start(), 1);
        return true;
      case '+':
      case '=':
        void flow.zoomIn({ duration: moveMs() });
        return true;
      case '-':
        void flow.zoomOut({ duration: moveMs() });
        return true;
      default:
        return false;
    }
  };
  return { onKey, onFocus: () => pointAt(picks.get().pointed ?? start()) };
}
