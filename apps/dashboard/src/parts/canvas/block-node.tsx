/** A block on the canvas: what it is, what it calls, how it stands. */
import type { NodeProps } from '@xyflow/react';
import type { ReactNode } from 'react';
import { lookOf } from '../../core/status/status.js';
import type { GraphBlock } from '../../core/workflow-graph/workflow-graph.js';
import { canvasText } from '../../text/canvas.js';
import { CategoryTile } from '../category-tile/category-tile.js';
import { StatusLabel } from '../status-label/status-label.js';
import { MarkTag } from '../mark-tag/mark-tag.js';
import { blockSummary } from './block-summary.js';
import { useBlockStatus, useMark, usePick } from './canvas-context.js';
import type { BlockNodeType } from './flow-elements.js';
import styles from './block-node.module.css';
import { Ports } from './ports.js';
import type { BlockStatus } from './status-store.js';

export function BlockNode({ data: { block, hasTop, hasBottom } }: NodeProps<BlockNodeType>) {
  return (
    <BlockFace block={block}>
      <Ports hasTop={hasTop} hasBottom={hasBottom} />
    </BlockFace>
  );
}

interface BlockFaceProps {
  block: GraphBlock;
  /** Instead of its status or figure. */
  end?: ReactNode;
  children?: ReactNode;
}

export function BlockFace({ block, end, children }: BlockFaceProps) {
  const status = useBlockStatus(block.id);
  const pick = usePick(block.id);
  const mark = useMark(block.id);
  const state = status?.status ?? null;
  const sign = state === null ? undefined : lookOf(state).sign;
  const detail = status?.detail ?? blockSummary(block);
  return (
    <div
      className={styles.node}
      data-sign={sign}
      data-pick={pick ?? undefined}
      data-mark={mark?.kind}
      title={[block.name, detail, status?.figure].filter(Boolean).join('\n')}
    >
      {children}
      {mark !== undefined && (
        <span className={styles.mark}>
          <MarkTag {...mark} />
        </span>
      )}
      <span className={styles.tile}>
        <CategoryTile blockType={block.type} size={30} isGrey={sign === 'skipped'} />
      </span>
      <b className={styles.name}>{block.name}</b>
      <small className={styles.detail}>{detail}</small>
      {end ?? <BlockEnd status={status} />}
    </div>
  );
}

function BlockEnd({ status }: { status: BlockStatus | undefined }) {
  if (status === undefined) return null;
  const { status: state, figure, tries = 1, detail } = status;
  // The reason of a failure needs the whole line.
  const figures =
    state === 'error' && detail !== undefined
      ? []
      : [figure, tries > 1 && canvasText.tries(tries)].filter(Boolean);
  return (
    <>
      {state !== null && (
        <span className={styles.state}>
          <StatusLabel status={state} isIconOnly />
        </span>
      )}
      {figures.length > 0 && <time className={styles.figure}>{figures.join(', ')}</time>}
    </>
  );
}
