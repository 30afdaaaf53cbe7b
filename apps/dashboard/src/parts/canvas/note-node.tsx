/** A note for readers: its text, on a slip of its own. */
import type { NodeProps } from '@xyflow/react';
import type { GraphBlock } from '../../core/workflow-graph/workflow-graph.js';
import { blockSummary } from './block-summary.js';
import { usePick } from './canvas-context.js';
import type { BlockNodeType } from './flow-elements.js';
import styles from './note-node.module.css';

export function NoteNode({ data: { block } }: NodeProps<BlockNodeType>) {
  return <NoteFace block={block} />;
}

export function NoteFace({ block }: { block: GraphBlock }) {
  const pick = usePick(block.id);
  const text = blockSummary(block);
  return (
    <div className={styles.note} data-pick={pick ?? undefined} title={text}>
      <b className={styles.name}>{block.name}</b>
      <p className={styles.text}>{text}</p>
    </div>
  );
}
