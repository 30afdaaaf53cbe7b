/**
 * Around each block of a canvas that is edited: its marks, its ports, and what a drag means for
 * it. The block itself looks as it does everywhere.
 */
import type { ReactNode } from 'react';
import type { BlockData } from '../flow-elements.js';
import { BlockTags } from './block-tags.js';
import { useEditSession } from './edit-session.js';
import styles from './edited-block.module.css';
import { blockPart } from './gesture.js';
import { PortHandles } from './port-handles.js';
import { useValue } from './value-store.js';

type EditedBlockProps = Pick<BlockData, 'block'> & { children: ReactNode };

export function EditedBlock({ block, children }: EditedBlockProps) {
  const { gesture, marks } = useEditSession();
  const part = useValue(gesture, (now) => blockPart(now, block.id, block.parent));
  const severity = useValue(marks, ({ problems }) => problems?.get(block.id)?.severity);
  const change = useValue(marks, ({ changes }) => changes?.get(block.id)?.kind);
  const isPinned = useValue(marks, ({ pinned }) => pinned?.has(block.id) === true);
  return (
    <div
      className={styles.edited}
      data-kind={block.kind}
      data-part={part ?? undefined}
      data-problem={severity}
      data-change={change}
      data-pinned={isPinned ? '' : undefined}
    >
      {children}
      <BlockTags blockId={block.id} />
      <PortHandles block={block} />
    </div>
  );
}
