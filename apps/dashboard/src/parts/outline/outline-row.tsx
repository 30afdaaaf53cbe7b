/** One block of the outline: what it is, what it calls, how it stands, and what can be done. */
import { useSyncExternalStore } from 'react';
import type { OutlineNode } from '../../core/outline/outline-tree.js';
import { lookOf } from '../../core/status/status.js';
import { outlineText as words } from '../../text/outline.js';
import { Badge } from '../../ui/badge.js';
import { smallIconSize } from '../../ui/icon-size.js';
import { ArrowDown, CornerDownRight, Pin, TriangleAlert } from '../../ui/icon.js';
import { blockSummary } from '../canvas/block-summary.js';
import { DensityStrip } from '../canvas/density-strip.js';
import { CategoryTile } from '../category-tile/category-tile.js';
import { StatusLabel } from '../status-label/status-label.js';
import type { OutlineFacts } from './outline-props.js';
import styles from './outline.module.css';

export interface OutlineRowProps {
  node: OutlineNode;
  facts: OutlineFacts;
}

const useStatus = (facts: OutlineFacts, block: string) =>
  useSyncExternalStore(
    (listener) => facts.statusOf.subscribe(block, listener),
    () => facts.statusOf.get(block),
  );

export function OutlineRow({ node: { block }, facts }: OutlineRowProps) {
  const status = useStatus(facts, block.id);
  const sign = status?.status == null ? undefined : lookOf(status.status).sign;
  return (
    <>
      <CategoryTile blockType={block.type} size={30} isGrey={sign === 'skipped'} />
      <span className={styles.words} data-sign={sign}>
        <b>{block.name}</b>
        <small>{status?.detail ?? blockSummary(block)}</small>
      </span>
      <RowEnd block={block.id} facts={facts} />
    </>
  );
}

function RowEnd({ block, facts }: { block: string; facts: OutlineFacts }) {
  const status = useStatus(facts, block);
  const problems = facts.problems.get(block) ?? 0;
  const state = status?.status ?? null;
  if (facts.pinned.has(block))
    return (
      <span className={styles.pin}>
        <Pin {...smallIconSize} />
        {words.pinned}
      </span>
    );
  if (problems > 0)
    return (
      <Badge tone="waiting" icon={TriangleAlert}>
        {words.problems(problems)}
      </Badge>
    );
  if (status?.iterations !== undefined) return <DensityStrip {...status.iterations} />;
  if (state === null && status?.figure === undefined) return null;
  return (
    <span className={styles.end} data-sign={state === null ? undefined : lookOf(state).sign}>
      {status?.figure !== undefined && <time>{status.figure}</time>}
      {state !== null && <StatusLabel status={state} isIconOnly />}
    </span>
  );
}

/** The ports that lead to a block, above it. */
export function Arm({ node: { arms, place } }: { node: OutlineNode }) {
  const isTool = place === 'tool';
  if (arms.length === 0 && !isTool) return null;
  const isSide = place === 'branch' || isTool;
  const Icon = isSide ? CornerDownRight : ArrowDown;
  return (
    <span className={styles.arm} data-side={isSide ? '' : undefined}>
      <Icon {...smallIconSize} />
      {(isTool ? [words.tool] : arms).map((arm) => (
        <span key={arm} className={styles.port}>
          {arm}
        </span>
      ))}
    </span>
  );
}
