/**
 * A new block on its way from a palette to a canvas. While it is over a page the browser shows the
 * names of a drag's formats and not their data, so a second name carries the type.
 */
export const blockDragType = 'application/x-flowledger-block';
const marker = `${blockDragType}.`;

export function writeBlockDrag(data: Pick<DataTransfer, 'setData'>, blockType: string): void {
  data.setData(blockDragType, blockType);
  data.setData(`${marker}${blockType}`, '');
}

export const isBlockDrag = ({ types }: Pick<DataTransfer, 'types'>): boolean =>
  types.includes(blockDragType);

/** Null when another page wrote the drag: then the type is known when it is dropped. */
export const draggedType = ({ types }: Pick<DataTransfer, 'types'>): string | null =>
  types.find((name) => name.startsWith(marker))?.slice(marker.length) ?? null;
