/** How a block differs from another version: one sign on the canvas, in lists and in counts. */
import type { MarkKind } from '../../core/version-diff/marks.js';
import { versionText as words } from '../../text/versions.js';
import { type IconType, Minus, Move, Pencil, Plus } from '../../ui/icon.js';
import { smallIconSize } from '../../ui/icon-size.js';
import styles from './mark-tag.module.css';

const icons: Readonly<Record<MarkKind, IconType>> = {
  added: Plus,
  removed: Minus,
  changed: Pencil,
  moved: Move,
};

export interface MarkTagProps {
  kind: MarkKind;
  /** Shown above 1. */
  count?: number;
}

export function MarkTag({ kind, count = 0 }: MarkTagProps) {
  const Icon = icons[kind];
  return (
    <span className={styles.tag} data-mark={kind}>
      <Icon {...smallIconSize} size={12} strokeWidth={2.2} />
      {count > 1 ? words.markOf(kind, count) : words.mark[kind]}
    </span>
  );
}
