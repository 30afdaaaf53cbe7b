/** What a key does in a list of rows. Pure: rows are numbers, the key is its name. */
export type RowAction =
  | { readonly kind: 'move'; readonly to: number }
  | { readonly kind: 'open' }
  | { readonly kind: 'peek' };

export interface RowPlace {
  /** −1: no row is active yet. */
  readonly active: number;
  readonly count: number;
  /** Rows that fit into the window. */
  readonly perPage: number;
}

const singleKeys: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' };

/** @returns null: the key means nothing here */
export function rowAction(
  key: string,
  { active, count, perPage }: RowPlace,
  hasSingleKeys: boolean,
): RowAction | null {
  if (count === 0) return null;
  const move = (to: number): RowAction => ({
    kind: 'move',
    to: Math.min(count - 1, Math.max(0, to)),
  });
  switch (hasSingleKeys ? (singleKeys[key] ?? key) : key) {
    case 'ArrowDown':
      return move(active + 1);
    case 'ArrowUp':
      return move(active - 1);
    case 'PageDown':
      return move(active + perPage);
    case 'PageUp':
      return move(active - perPage);
    case 'Home':
      return move(0);
    case 'End':
      return move(count - 1);
    case 'Enter':
      return active < 0 ? null : { kind: 'open' };
    case ' ':
      return active < 0 ? null : { kind: 'peek' };
    default:
      return null;
  }
}
