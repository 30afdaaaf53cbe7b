/** A reference that is dragged from a tree into a field. */
const type = 'application/x-flowledger-reference';

export function dragReference(data: DataTransfer, reference: string): void {
  data.setData(type, reference);
  data.setData('text/plain', reference);
  data.effectAllowed = 'copy';
}

/** While it is dragged, a page may see only that there is one. */
export const hasReference = (data: DataTransfer | null): boolean =>
  data?.types.includes(type) === true;

export const droppedReference = (data: DataTransfer | null): string | null =>
  hasReference(data) ? (data?.getData(type) ?? null) : null;
