import { useReactFlow } from '@xyflow/react';
import { useEffect, useEffectEvent } from 'react';
import type { AddPlace } from '../../../core/add-block/add-place.js';
import { clearBy } from '../../../core/canvas-edit/clear-place.js';
import type { Size } from '../../../core/layout/box.js';
import { moveMs } from '../motion.js';
import type { Scene } from '../use-scene.js';

/**
 * The outside system is React Flow: the view moves when the list of blocks opens, and when the
 * stage has got another width since, as by a panel that opens late.
 */
export function useClearPlace(place: AddPlace | null, scene: Scene | null, stage: Size | null) {
  const flow = useReactFlow();
  const clear = useEffectEvent((at: AddPlace) => {
    if (scene === null || stage === null) return;
    const view = flow.getViewport();
    const by = clearBy({ place: at, boxes: scene.layout.boxes, view, stage });
    if (by > 0) void flow.setViewport({ ...view, x: view.x + by }, { duration: moveMs() });
  });
  const isDrawn = scene !== null;
  useEffect(() => {
    if (place !== null) clear(place);
  }, [place, isDrawn, stage?.width]);
}
