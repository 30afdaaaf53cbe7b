/** New blocks that are dragged in from a palette. */
import { blockDragType, draggedType, isBlockDrag } from './block-drag.js';
import type { DragContext, Pointer } from './drag.js';
import { dropNew, leaveNew, overNew } from './new-drag.js';

interface Drops {
  readonly read: () => DragContext | null;
  readonly pointerOf: (event: MouseEvent) => Pointer;
  readonly signal: AbortSignal;
}

export function listenToDrops(stage: HTMLElement, { read, pointerOf, signal }: Drops): void {
  const within = (event: DragEvent, then: (context: DragContext, data: DataTransfer) => void) => {
    const [context, data] = [read(), event.dataTransfer];
    if (context === null || data === null || !isBlockDrag(data)) return;
    event.preventDefault();
    then(context, data);
  };
  const over = (event: DragEvent): void =>
    within(event, (context, data) => {
      const mayDrop = overNew(context, draggedType(data), pointerOf(event));
      data.dropEffect = mayDrop ? 'copy' : 'none';
    });
  const drop = (event: DragEvent): void =>
    within(event, (context, data) => {
      dropNew(context, data.getData(blockDragType), pointerOf(event));
    });
  const leave = (event: DragEvent): void => {
    const [context, to] = [read(), event.relatedTarget];
    if (context !== null && !(to instanceof Node && stage.contains(to))) leaveNew(context);
  };
  stage.addEventListener('dragover', over, { signal });
  stage.addEventListener('dragleave', leave, { signal });
  stage.addEventListener('drop', drop, { signal });
}
