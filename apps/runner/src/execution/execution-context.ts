/** What the parts of a live execution share: one object per execution. */
import type { BlockOutcome, CompiledWorkflow, EffectContext } from '@libs/blocks';
import type { Slices } from '@libs/event-loop';
import {
  createScope,
  type BlockAddress,
  type ExecutionHistory,
  type ExecutionScope,
  type SecretGuards,
  type SecretValues,
  type StepAddress,
} from '@libs/execution';
import type { Admission } from '../launch/admission.js';
import type { ChildRun } from './child-runs.js';
import type { ExecutionEnd } from './execution-boundaries.js';
import type { ExecutionOrigin } from './command.js';
import type { ExecutionRecorder } from './execution-recorder.js';
import type { ParkAnswer, ParkPermit } from './park-permit.js';
import type { PendingWaits } from './pending-waits.js';
import type { MemoryBudget } from '../partition/memory-budget.js';
import type { LedgerWriter } from '../partition/ledger-writer.js';
import type { Passage } from '../trials/passage.js';

/** Inputs and callbacks that its runner gives to it. */
export interface ExecutionPorts {
  readonly writer: LedgerWriter;
  readonly admission: Admission;
  readonly effects: Omit<
    EffectContext,
    'idempotencyKey' | 'signal' | 'onAttemptFailed' | 'earlierAttempts' | 'firstStartedAt'
  >;
  readonly slices: Slices;
  /** Default: it may always compute. */
  readonly passage?: Passage;
  readonly memory: Pick<MemoryBudget, 'change'>;
  /** Whether the account may have one more parked execution. Default: it may. */
  readonly mayPark?: () => ParkAnswer;
  readonly secrets: SecretValues;
  /** Variables of its workspace as JSON text, recorded when it begins here. */
  readonly environment: string | null;
  /** Charged for every execution in addition to its blocks. */
  readonly baseChargeUsd: number;
  /** Output of a block before it runs. Values to mask are added to `revealed`. */
  readonly earlyOutput: (
    executionId: string,
    address: BlockAddress,
    revealed: Set<string>,
  ) => unknown;
  /** Resolves when effects may start; rejects when the partition is lost. */
  readonly mayStartEffects: () => Promise<void> | null;
  /** Requests a child run durably. Rejects with a ChildRunError when it can't be requested. */
  readonly startChild: (child: ChildRun) => Promise<void>;
  /** A budget refused something. @param code error code of the refusal */
  readonly onTooLarge: (code: string) => void;
  /** An engine fault: the execution ends with INTERNAL_ERROR. */
  readonly onCrashed: (error: unknown) => void;
  /** The terminal event is durable. */
  readonly onEnded: (end: ExecutionEnd) => void;
  /**
   * It is parked durably.
   * @param nextOffset ledger offset after its `ExecutionParked` event
   */
  readonly onParked: (nextOffset: number) => void;
  /** The ledger refused an event: this writer can't continue with the partition. */
  readonly onAppendFailed: (error: unknown) => void;
}

export interface ExecutionContext extends ExecutionPorts {
  readonly origin: ExecutionOrigin;
  readonly workflow: CompiledWorkflow;
  readonly history: ExecutionHistory;
  readonly scope: ExecutionScope;
  readonly recorder: ExecutionRecorder;
  readonly waits: PendingWaits;
  readonly permit: ParkPermit;
  readonly guards: SecretGuards;
  /** Aborted when the execution is stopped or handed over. */
  readonly signal: AbortSignal;
  /** Nothing but the end may still be recorded here. */
  isOver(): boolean;
  complete(address: StepAddress, startedAt: number, outcome: BlockOutcome): void;
  /** An engine fault ends this execution and nothing else. */
  crash(error: unknown): void;
}

/** The scope of its blocks. An approval has an output before it runs. */
export function scopeOf(
  workflow: CompiledWorkflow,
  history: ExecutionHistory,
  { secrets, earlyOutput }: Pick<ExecutionPorts, 'secrets' | 'earlyOutput'>,
): ExecutionScope {
  const { graph, definition } = workflow;
  const scope: ExecutionScope = createScope(workflow, history, secrets, (blockId, iteration) =>
    definition.blocks[graph.indexOf.get(blockId) ?? -1]?.type === 'approval'
      ? earlyOutput(history.executionId, { blockId, iteration }, scope.revealed)
      : null,
  );
  return scope;
}
