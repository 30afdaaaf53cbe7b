/** Where a test differs from what came, for people. Pure. */
export interface DifferencePlace {
  /** Id of the block whose output it is; null: of the whole run. */
  readonly blockId: string | null;
  /** Path inside. Empty: all of it. */
  readonly field: string;
}

/** @param blockIds of the draft: an id may have dots */
export function placeOfDifference(field: string, blockIds: readonly string[]): DifferencePlace {
  if (!field.startsWith('blocks.')) return { blockId: null, field };
  const rest = field.slice('blocks.'.length);
  const own = blockIds
    .filter((id) => rest === id || rest.startsWith(`${id}.`) || rest.startsWith(`${id}[`))
    .toSorted((a, b) => b.length - a.length);
  const blockId = own[0] ?? rest.split(/[.[]/)[0] ?? rest;
  return { blockId, field: rest.slice(blockId.length).replace(/^\./, '') };
}

const longest = 120;

/** @param isCut it is the beginning of its JSON text already */
export function shownValue(value: unknown, isCut: boolean): string {
  const text = isCut && typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.length <= longest && !isCut ? text : `${text.slice(0, longest).toWellFormed()}…`;
}
