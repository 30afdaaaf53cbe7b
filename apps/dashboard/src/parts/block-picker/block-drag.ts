/** What a drag of a block out of the palette carries: the type of the block. */
import type { DragEvent } from 'react';

export const blockDragType = 'application/x-flowledger-block';

export function startBlockDrag({ dataTransfer }: DragEvent, type: string): void {
  dataTransfer.setData(blockDragType, type);
  dataTransfer.effectAllowed = 'copy';
}
