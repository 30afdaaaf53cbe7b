/** What a drag of a block out of the palette carries: the type of the block. */
import type { DragEvent } from 'react';
import { writeBlockDrag } from '../canvas/edit/block-drag.js';

export function startBlockDrag({ dataTransfer }: DragEvent, type: string): void {
  writeBlockDrag(dataTransfer, type);
  dataTransfer.effectAllowed = 'copy';
}
