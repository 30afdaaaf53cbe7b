/** What a key does in the tree of blocks (ARIA tree pattern; j and k as in lists). Pure. */
import type { Row } from '../../../core/waterfall/rows.js';

export type TreeMove =
  | { readonly kind: 'choose'; readonly key: string }
  | { readonly kind: 'toggle'; readonly key: string; readonly isOpen: boolean };

const openOf = (row: Row | undefined): boolean | null =>
  row?.kind === 'block' || row?.kind === 'iteration' ? row.isOpen : null;

export function treeMove(pressed: string, rows: readonly Row[], active: number): TreeMove | null {
  const row = rows[active];
  const choose = (at: number): TreeMove | null => {
    const next = rows[Math.min(rows.length - 1, Math.max(0, at))];
    return next === undefined || next === row ? null : { kind: 'choose', key: next.key };
  };
  const isOpen = openOf(row);
  switch (pressed) {
    case 'ArrowDown':
    case 'j':
      return choose(active + 1);
    case 'ArrowUp':
    case 'k':
      return choose(active < 0 ? 0 : active - 1);
    case 'Home':
      return choose(0);
    case 'End':
      return choose(rows.length - 1);
    case 'ArrowRight':
      if (row !== undefined && isOpen === false)
        return { kind: 'toggle', key: row.key, isOpen: true };
      return isOpen === true ? choose(active + 1) : null;
    case 'ArrowLeft':
      if (row !== undefined && isOpen === true)
        return { kind: 'toggle', key: row.key, isOpen: false };
      return choose(parentOf(rows, active));
    case ' ':
    case 'Enter':
      return row === undefined || isOpen === null
        ? null
        : { kind: 'toggle', key: row.key, isOpen: !isOpen };
    default:
      return null;
  }
}

function parentOf(rows: readonly Row[], active: number): number {
  const depth = rows[active]?.depth ?? 0;
  for (let at = active - 1; at >= 0; at -= 1) if ((rows[at]?.depth ?? 0) < depth) return at;
  return active;
}
