/** What a live execution is given, and what it tells. */
import type { EffectContext } from '@libs/blocks';
import type { BlockPlace, SecretValues } from '@libs/execution';
import type { Admission } from './admission.js';
import type { ChildRun } from './child-runs.js';
import type { ExecutionEnd } from './execution-boundaries.js';
import type { HeldBytes } from './held-bytes.js';
import type { LedgerWriter } from './ledger-writer.js';
import type { Slices } from '@libs/event-loop';
import type { Passage } from './trials/passage.js';

export interface ExecutionPorts {
  readonly writer: LedgerWriter;
  readonly admission: Admission;
  readonly effects: Omit<
    EffectContext,
    'idempotencyKey' | 'signal' | 'onAttemptFailed' | 'earlierAttempts' | 'firstStartedAt'
  > & {
    /** Returns early, without an error, when aborted. */
    readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  };
  readonly slices: Slices;
  /** Default: it may always compute. */
  readonly passage?: Passage;
  readonly held: Pick<HeldBytes, 'change'>;
  readonly secrets: SecretValues;
  /** What every execution costs, besides its blocks. */
  readonly baseChargeUsd: number;
  /** Outputs that blocks have before they have run; what must not be shown goes into `revealed`. */
  earlyOutput(executionId: string, place: BlockPlace, revealed: Set<string>): unknown;
  /** Resolves when effects may start; rejects when the partition is lost. */
  readonly mayStartEffects: () => Promise<void> | null;
  /** Requests a child run, durably. Rejects with a ChildRunError when it can't be. */
  readonly startChild: (child: ChildRun) => Promise<void>;
  /** A budget refused something. @param code of the error that came of it */
  readonly onTooLarge: (code: string) => void;
  /** A fault of ours: it ends in error INTERNAL_ERROR. */
  readonly onCrashed: (error: unknown) => void;
  /** The terminal event is durable. */
  readonly onEnded: (end: ExecutionEnd) => void;
  /**
   * It is parked, durably.
   * @param nextOffset of the ledger partition, behind the event that says so
   */
  readonly onParked: (nextOffset: number) => void;
  /** The ledger refused an event: this writer can't go on with the partition. */
  readonly onAppendFailed: (error: unknown) => void;
}
