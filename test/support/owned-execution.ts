/**
 * One execution run by owners that may die after any event, over a ledger that is an array: no
 * broker, no clock.
 */
import { LiveExecution } from '../../apps/runner/src/execution/live-execution.js';
import type { ParkAnswer } from '../../apps/runner/src/execution/park-permit.js';
import { MemoryBudget } from '../../apps/runner/src/partition/memory-budget.js';
import { LedgerWriter } from '../../apps/runner/src/partition/ledger-writer.js';
import { noSecrets } from '../../apps/runner/src/execution/secrets.js';
import { slices } from '@libs/event-loop';
import type { Command } from '../../apps/runner/src/execution/command.js';
import type { CompiledWorkflow } from '@libs/blocks';
import { decodeRecord, type ExecutionRequested } from '@libs/contracts';
import type { EgressClient, EgressRequest } from '@libs/egress';
import {
  evolve,
  newHistory,
  restoreHistory,
  type ExecutionEvent,
  type ExecutionHistory,
  type SecretValues,
} from '@libs/execution';
import type { Sandbox } from '@libs/sandbox';

export interface OwnedExecution {
  readonly request: ExecutionRequested;
  readonly workflow: CompiledWorkflow;
  /** The owner's appends are added here. */
  readonly ledger: ExecutionEvent[];
  /** The owner dies right after the event with this number, counted from 1; 0: never. */
  readonly diesAfter: number;
  /** Selects the wait that is resumed first. */
  readonly pick: number;
  readonly nowMs?: number;
  /**
   * It must wait for a concurrency slot first; so must a new owner that takes it over before it
   * parks.
   */
  readonly isQueued?: boolean;
  readonly sandbox?: Sandbox;
  /** The answer to a call, by its Idempotency-Key. */
  readonly answer: (idempotencyKey: string) => Promise<{ data?: unknown; status?: number }>;
  /** Resolves when the log has acknowledged the appends; default: at once. */
  readonly acknowledged?: () => Promise<void>;
  readonly isCrowded?: () => boolean;
  readonly memory?: Pick<MemoryBudget, 'change'>;
  readonly secrets?: SecretValues;
  /** Variables of the workspace, as this owner would load them before the execution begins. */
  readonly environment?: string;
  readonly mayPark?: () => ParkAnswer;
  /** The reason and data that resume a wait other than a timer. */
  readonly wakeUp?: (blockId: string, iteration: string) => Pick<Resume, 'reason' | 'data'>;
}

type Resume = Extract<Command, { kind: 'resume' }>['resume'];

const someId = '00000000-0000-4000-8000-000000000001';

/** A default request: a workflow started by hand, without a deadline. */
export const plainRequest = {
  executionId: someId,
  workspaceId: someId,
  accountId: someId,
  workflowId: someId,
  workflowName: 'w',
  deploymentVersion: 1,
  definitionHash: 'h',
  trigger: 'manual',
  triggerBlockId: 'start',
  input: '{}',
  requestedAt: 0,
  deadlineAt: null,
  repeat: false,
  parent: null,
  rerunOf: null,
  carried: null,
  retentionDays: 0,
  quiet: false,
} satisfies ExecutionRequested;

/** The history that a takeover restores: from the last pause on, if there was one. */
export function historyOf(
  executionId: string,
  ledger: readonly ExecutionEvent[],
): ExecutionHistory {
  const pausedAt = ledger.findLastIndex(({ type }) => type === 'ExecutionParked');
  const paused = ledger[pausedAt];
  const history =
    paused?.type === 'ExecutionParked'
      ? restoreHistory(paused.data.state, paused.data.sequence, paused.data.occurredAt).history
      : newHistory(executionId);
  for (const event of ledger.slice(pausedAt + 1)) evolve(history, event);
  return history;
}

/** The control command that resumes one of the waits of the last pause. */
function resumeFor({ request, ledger, pick, wakeUp }: OwnedExecution): Command[] {
  const { executionId } = request;
  const paused = ledger.findLast(({ type }) => type === 'ExecutionParked');
  if (paused?.type !== 'ExecutionParked') return [];
  const { waits } = paused.data;
  const wait = waits[pick % waits.length];
  if (wait === undefined) return [];
  const { blockId, iteration, waitId } = wait;
  const why = wakeUp?.(blockId, iteration) ?? { reason: 'timer', data: null };
  const resume = { executionId, blockId, iteration, waitId, requestedAt: 0, ...why };
  return [{ kind: 'resume', executionId, offset: 0, resume }];
}

/** Answers calls; throws if a call is made whose result is already in the ledger. */
function egressOf({ request: { executionId }, ledger, answer }: OwnedExecution): EgressClient {
  const isRecorded = (key: string): boolean =>
    ledger.some(
      (event) =>
        event.type === 'BlockCompleted' &&
        `${executionId}:${event.data.blockId}:${event.data.iteration}` === key,
    );
  const keyOf = (sent: EgressRequest['headers']): string => {
    const [, key] = sent.find(([name]) => /^idempotency-key$/i.test(name)) ?? [];
    if (key === undefined) throw new Error('a call without an Idempotency-Key');
    return key;
  };
  return {
    request: async ({ headers }: EgressRequest) => {
      const key = keyOf(headers);
      if (isRecorded(key)) throw new Error(`${key} has a result and is called again`);
      const { data, status } = await answer(key);
      return {
        status: status ?? 200,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(data ?? null)),
        truncated: false,
      };
    },
    close: () => Promise.resolve(),
  };
}

/** Every piece of code returns 1, after a delay that depends on `pick`. */
const sandboxOfOnes = (pick: number): Sandbox => ({
  run: async () => {
    for (let n = 0; n < pick % 3; n += 1) await Promise.resolve();
    return { ok: true, valueText: '1', console: [] };
  },
  close: () => Promise.resolve(),
});

/** One owner: runs until the execution ends, parks, or the owner dies. */
export async function ownExecution(owned: OwnedExecution): Promise<void> {
  const { request, workflow, ledger, diesAfter, nowMs = 1_000_000, isQueued = false } = owned;
  const history = historyOf(request.executionId, ledger);
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  let isDead = false;
  const append = ({ value }: { value: Buffer | null }): Promise<object> => {
    if (isDead) return new Promise(() => undefined);
    ledger.push(decodeRecord(value) as ExecutionEvent);
    if (ledger.length === diesAfter) {
      isDead = true;
      queueMicrotask(() => {
        execution.abandon();
        leave();
      });
    }
    const position = { topic: '', partition: 0, offset: ledger.length };
    return (owned.acknowledged?.() ?? Promise.resolve()).then(() => position);
  };
  const isCrowded = owned.isCrowded ?? (() => false);
  const appender = { append, isCrowded, close: () => Promise.resolve() } as never;
  const commands = history.parkedAt === null ? [] : resumeFor(owned);
  const origin = { request, requestOffset: 0, traceparent: null, commands };
  const mustWait = isQueued && history.lastSequence <= 1;
  const execution = new LiveExecution(origin, workflow, history, {
    writer: new LedgerWriter(appender, 0, 'w', 0),
    admission: mustWait ? { kind: 'wait', dueAt: nowMs + 1_000 } : { kind: 'run' },
    effects: {
      egress: egressOf(owned),
      sandbox: owned.sandbox ?? sandboxOfOnes(owned.pick),
      now: () => nowMs,
      random: () => 0.5,
      sleep: () => Promise.resolve(),
      longestPauseMs: 60_000,
    },
    slices,
    memory: owned.memory ?? new MemoryBudget(),
    secrets: owned.secrets ?? noSecrets,
    environment: owned.environment ?? null,
    baseChargeUsd: 0,
    earlyOutput: () => ({ resumePath: '/resume' }),
    mayStartEffects: () => null,
    startChild: () => Promise.resolve(),
    ...(owned.mayPark && { mayPark: owned.mayPark }),
    onTooLarge: () => undefined,
    onCrashed: () => undefined,
    onEnded: () => leave(),
    onParked: () => leave(),
    onAppendFailed: () => undefined,
  });
  execution.start();
  await left;
}
