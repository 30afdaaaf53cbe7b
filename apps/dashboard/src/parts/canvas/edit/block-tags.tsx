/** On the upper edge of a block: that it is pinned, and how it differs from what is deployed. */
import { canvasEditText } from '../../../text/canvas-edit.js';
import { smallIconSize } from '../../../ui/icon-size.js';
import { type IconType, Minus, Move, Pencil, Pin, Plus } from '../../../ui/icon.js';
import styles from './block-tags.module.css';
import type { BlockChange } from './canvas-editing.js';
import { useEditSession } from './edit-session.js';
import { useValue } from './value-store.js';

const looks: Readonly<
  Record<BlockChange['kind'], { icon: IconType; word: (count: number) => string }>
> = {
  added: { icon: Plus, word: () => canvasEditText.added },
  changed: { icon: Pencil, word: canvasEditText.changed },
  moved: { icon: Move, word: () => canvasEditText.moved },
  removed: { icon: Minus, word: () => canvasEditText.removed },
};

export function BlockTags({ blockId }: { blockId: string }) {
  const { marks } = useEditSession();
  const change = useValue(marks, ({ changes }) => changes?.get(blockId));
  const isPinned = useValue(marks, ({ pinned }) => pinned?.has(blockId) === true);
  if (change === undefined && !isPinned) return null;
  return (
    <span className={styles.tags}>
      {change !== undefined && <ChangeTag {...change} />}
      {isPinned && (
        <span className={styles.tag} data-kind="pinned">
          <Pin {...smallIconSize} />
          {canvasEditText.pinned}
        </span>
      )}
    </span>
  );
}

function ChangeTag({ kind, count = 1 }: BlockChange) {
  const { icon: Icon, word } = looks[kind];
  return (
    <span className={styles.tag} data-kind={kind}>
      <Icon {...smallIconSize} size={12} strokeWidth={2.2} />
      {word(count)}
    </span>
  );
}
