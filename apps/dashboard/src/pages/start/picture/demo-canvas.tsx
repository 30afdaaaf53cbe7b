/** The blocks of the demo, and how its last run went through them. */
import { useEffect, useState } from 'react';
import type { BlockState } from '../../../core/execution/block-state.js';
import { blockStates } from '../../../core/execution/block-states.js';
import { drawnOf } from '../../../core/execution/drawn-definition.js';
import { remembered } from '../../../core/execution/remembered.js';
import { durationText, tookText } from '../../../core/format/format.js';
import { Canvas } from '../../../parts/canvas/canvas.js';
import { type BlockStatus, createStatusStore } from '../../../parts/canvas/status-store.js';
import { startText } from '../../../text/start.js';
import { litBlocks } from '../model/reveal.js';
import type { ReadRun } from '../read-run.js';
import styles from './picture.module.css';

const { picture: words } = startText;

export interface DemoCanvasProps {
  definition: unknown;
  read: ReadRun | null;
  /** How many lines of the ledger. */
  shown: number;
}

const drawnIn = remembered((definition: object, _: null) => drawnOf(definition, null));
const noop = (): void => undefined;

export function DemoCanvas({ definition, read, shown }: DemoCanvasProps) {
  const [statusOf] = useState(createStatusStore);
  const drawn =
    typeof definition === 'object' && definition !== null ? drawnIn(definition, null) : null;
  // The outside system is the store that each block of the canvas listens to.
  useEffect(() => {
    const states = read === null ? new Map<string, BlockStatus>() : statusesOf(read, shown);
    const ids = drawn?.definition.blocks.map(({ id }) => id) ?? [];
    statusOf.set(ids.map((id) => [id, states.get(id)]));
  }, [statusOf, drawn, read, shown]);
  const isTold = read !== null && shown >= read.lines.length && read.ledger.end !== null;
  return (
    <div className={styles.canvas}>
      {drawn !== null && (
        <Canvas
          {...drawn}
          statusOf={statusOf}
          selected={null}
          onSelect={noop}
          label={words.canvas}
          isFixed
        />
      )}
      <svg className={styles.way} data-taken={isTold ? '' : undefined} aria-hidden="true">
        <path d="M132 0V22Q132 32 142 32H274Q284 32 284 22V-280Q284 -290 294 -290H342M336 -295l6 5-6 5" />
      </svg>
      <span className={styles.completed} aria-hidden="true">
        {words.completed}
      </span>
    </div>
  );
}

function statusesOf({ head, ledger, tree, outline, lines }: ReadRun, shown: number) {
  const states = litBlocks(blockStates(ledger.spans.values(), tree, outline), lines, shown);
  return new Map(
    [...states].map(([id, state]): [string, BlockStatus] => {
      const detail = detailOf(id, state, { head, ledger, outline });
      return [id, { ...state, ...(detail !== null && { detail }) }];
    }),
  );
}

function detailOf(
  id: string,
  { status }: BlockState,
  { head, ledger, outline }: Pick<ReadRun, 'head' | 'ledger' | 'outline'>,
): string | null {
  const span = ledger.spans.get(id);
  if (status !== 'success' || span === undefined) return null;
  const type = outline.blocks.get(id)?.blockType;
  if (type === 'response') return words.all(durationText(head.totalDurationMs ?? 0));
  return span.endMs === null ? null : tookText(span.endMs - span.startMs);
}
