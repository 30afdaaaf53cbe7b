import type { CSSProperties } from 'react';
import type { Row } from '../../../core/waterfall/rows.js';
import { ChevronRight } from '../../../ui/icon.js';
import { smallIconSize } from '../../../ui/icon-size.js';
import type { ShownExecution } from '../shown-execution.js';
import type { Drawing } from '../drawing.js';
import { rowFace } from './row-face.js';
import styles from './waterfall.module.css';

export interface WaterfallRowProps {
  id: string;
  row: Row;
  execution: ShownExecution;
  picture: Drawing;
  isChosen: boolean;
  offsetPx: number;
  heightPx: number;
  onChoose: (key: string) => void;
  onToggle: (key: string, isOpen: boolean) => void;
  onMore: (containerId: string) => void;
}

/** A row has no tab stop of its own: the tree has the keys, and the pointer has this. */
export function WaterfallRow({ row, execution, picture, isChosen, ...props }: WaterfallRowProps) {
  const { id, offsetPx, heightPx, onChoose, onToggle, onMore } = props;
  const isOpen = row.kind === 'block' || row.kind === 'iteration' ? row.isOpen : null;
  const face = rowFace(row, execution, picture);
  const press = (): void => (row.kind === 'more' ? onMore(row.container.id) : onChoose(row.key));
  const style = {
    '--d': row.depth,
    height: heightPx,
    transform: `translateY(${offsetPx}px)`,
  } as CSSProperties;
  return (
    // The tree around it has the keyboard.
    // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events
    <div
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-selected={isChosen}
      aria-expanded={isOpen ?? undefined}
      tabIndex={-1}
      className={styles.row}
      style={style}
      onClick={press}
    >
      <span className={styles.name}>
        {row.depth > 0 && (
          <Chevron isOpen={isOpen} onPress={() => isOpen !== null && onToggle(row.key, !isOpen)} />
        )}
        {face.sign}
        <span className={row.kind === 'more' ? styles.more : styles.text} data-tone={face.tone}>
          {face.name}
        </span>
        <span className={styles.took}>{face.took}</span>
      </span>
      {face.bars}
    </div>
  );
}

function Chevron({ isOpen, onPress }: { isOpen: boolean | null; onPress: () => void }) {
  if (isOpen === null) return <span className={styles.noOpen} />;
  return (
    // For the pointer; arrow keys do the same.
    // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events, jsx-a11y-x/no-static-element-interactions
    <span
      className={styles.open}
      data-open={isOpen ? '' : undefined}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
    >
      <ChevronRight {...smallIconSize} />
    </span>
  );
}
