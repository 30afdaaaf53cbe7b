/** A block on the canvas: what it is, what it calls, how it stands. */
import type { NodeProps } from '@xyflow/react';
import { lookOf } from '../../core/status/status.js';
import { canvasText } from '../../text/canvas.js';
import { CategoryTile } from '../category-tile/category-tile.js';
import { StatusLabel } from '../status-label/status-label.js';
import { MarkTag } from '../mark-tag/mark-tag.js';
import { blockSummary } from './block-summary.js';
import { useBlockStatus, useMark, usePick } from './canvas-context.js';
import type { BlockNodeType } from './flow-elements.js';
import styles from './block-node.module.css';
import { Ports } from './ports.js';

export function BlockNode({ data: { block, hasTop, hasBottom } }: NodeProps<BlockNodeType>) {
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
      title={`${block.name}\n${detail}`}
    >
      <Ports hasTop={hasTop} hasBottom={hasBottom} />
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
      {state !== null ? (
        <span className={styles.end}>
          {(status?.tries ?? 1) > 1 && (
            <span className={styles.figure} title={canvasText.tries(status?.tries ?? 1)}>
              {canvasText.triesShort(status?.tries ?? 1)}
            </span>
          )}
          <StatusLabel status={state} isIconOnly iconSize={18} />
        </span>
      ) : (
        status?.figure !== undefined && <time className={styles.figure}>{status.figure}</time>
      )}
    </div>
  );
}
