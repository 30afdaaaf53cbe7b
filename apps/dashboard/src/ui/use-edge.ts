/** Moves the edge of a panel at the right, by pointer and by keys. Told when a move has ended. */
import { useState, type KeyboardEvent, type PointerEvent } from 'react';

export interface EdgeRange {
  readonly px: number;
  readonly leastPx: number;
  readonly mostPx: number;
}

/** One press of an arrow key. */
const stepPx = 16;

export function useEdge({ px, leastPx, mostPx }: EdgeRange, onEnd: (px: number) => void) {
  const [drag, setDrag] = useState<{ fromX: number; px: number } | null>(null);
  const within = (wanted: number): number => Math.min(mostPx, Math.max(leastPx, wanted));
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? 4 * stepPx : stepPx;
    const moves: Partial<Record<string, number>> = {
      ArrowLeft: px + step,
      ArrowRight: px - step,
      Home: mostPx,
      End: leastPx,
    };
    const wanted = moves[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    onEnd(within(wanted));
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ fromX: event.clientX, px });
  };
  const onPointerMove = ({ clientX }: PointerEvent): void => {
    if (drag !== null) setDrag({ ...drag, px: within(px + drag.fromX - clientX) });
  };
  const onPointerUp = (): void => {
    if (drag !== null && drag.px !== px) onEnd(drag.px);
    setDrag(null);
  };
  const onPointerCancel = (): void => setDrag(null);
  const handlers = { onKeyDown, onPointerDown, onPointerMove, onPointerUp, onPointerCancel };
  return { shownPx: drag?.px ?? px, isDragging: drag !== null, handlers };
}
