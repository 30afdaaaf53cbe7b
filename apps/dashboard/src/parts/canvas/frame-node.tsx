/** A loop or parallel: a frame around its body, with the outcome of its iterations. */
import type { NodeProps } from '@xyflow/react';
import type { ReactNode } from 'react';
import { blockLookOf } from '../../core/block-look/block-look.js';
import { lookOf } from '../../core/status/status.js';
import { canvasText } from '../../text/canvas.js';
import { smallIconSize } from '../../ui/icon-size.js';
import { blockIcons } from '../category-tile/block-icons.js';
import { StatusLabel } from '../status-label/status-label.js';
import { MarkTag } from '../mark-tag/mark-tag.js';
import { blockSummary } from './block-summary.js';
import { useBlockStatus, useMark, usePick } from './canvas-context.js';
import { DensityStrip } from './density-strip.js';
import type { BlockData, BlockNodeType } from './flow-elements.js';
import styles from './frame-node.module.css';
import { Ports } from './ports.js';

export function FrameNode({ data }: NodeProps<BlockNodeType>) {
  return (
    <FrameFace {...data}>
      <Ports hasTop={false} hasBottom={false} />
    </FrameFace>
  );
}

type FrameFaceProps = Pick<BlockData, 'block' | 'isEmpty'> & { children?: ReactNode };

export function FrameFace({ block, isEmpty, children }: FrameFaceProps) {
  const status = useBlockStatus(block.id);
  const pick = usePick(block.id);
  const mark = useMark(block.id);
  const state = status?.status ?? null;
  const sign = state === null ? undefined : lookOf(state).sign;
  const Icon = blockIcons[blockLookOf(block.type).icon];
  return (
    <div
      className={styles.frame}
      data-sign={sign}
      data-pick={pick ?? undefined}
      data-mark={mark?.kind}
    >
      {mark !== undefined && (
        <span className={styles.mark}>
          <MarkTag {...mark} />
        </span>
      )}
      {children}
      <header className={styles.head} title={block.name}>
        <Icon {...smallIconSize} />
        <b className={styles.name}>{block.name}</b>
        {status?.iterations !== undefined ? (
          <DensityStrip {...status.iterations} />
        ) : (
          <span className={styles.items}>{status?.detail ?? blockSummary(block)}</span>
        )}
        {state !== null && sign !== 'success' && (
          <StatusLabel status={state} isIconOnly iconSize={16} />
        )}
      </header>
      {isEmpty && <p className={styles.empty}>{canvasText.emptyBody}</p>}
    </div>
  );
}
