/**
 * Reads presses, drags and drops on the stage. What is under the pointer is computed from the
 * drawing, so nothing depends on which blocks are in the page.
 */
import { useReactFlow } from '@xyflow/react';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { overviewBelow } from '../first-view.js';
import type { DragContext, Pointer } from './drag.js';
import { listenToDrops } from './drops.js';
import { listenToPresses } from './presses.js';

/**
 * @param context null: it is only read
 * @param onPress something was pressed that is edited here
 */
export function useGestures(
  stage: RefObject<HTMLElement | null>,
  context: DragContext | null,
  onPress: () => void,
): void {
  const flow = useReactFlow();
  const read = useEffectEvent((): DragContext | null =>
    flow.getZoom() < overviewBelow ? null : context,
  );
  const pressed = useEffectEvent(onPress);
  // The outside system is the pointer.
  useEffect(() => {
    const element = stage.current;
    if (element === null) return undefined;
    const end = new AbortController();
    const { signal } = end;
    const pointerOf = (event: MouseEvent): Pointer => {
      const { clientX: x, clientY: y, altKey: isFree } = event;
      const { left, top } = element.getBoundingClientRect();
      const at = flow.screenToFlowPosition({ x, y });
      return { at, stage: { x: x - left, y: y - top }, screen: { x, y }, isFree };
    };
    listenToPresses({
      stage: element,
      flow,
      pointerOf,
      signal,
      read: () => read(),
      pressed: () => pressed(),
    });
    listenToDrops(element, { read: () => read(), pointerOf, signal });
    return () => end.abort();
  }, [stage, flow]);
}
