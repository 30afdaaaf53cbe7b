/** Decides whether an execution may start now, by the concurrency limits that count it. */
import type { CompiledWorkflow } from '@libs/blocks';
import type { ExecutionStarted } from '@libs/contracts';
import type { ExecutionHistory, Stop } from '@libs/execution';
import type { ExecutionOrigin } from '../execution/command.js';
import type { ConcurrencySlots } from '../concurrency/concurrency-slots.js';

export type Admission =
  | { readonly kind: 'run' }
  /** It parks before its first block, until a control command or `dueAt` wakes it. */
  | { readonly kind: 'wait'; readonly dueAt: number }
  | { readonly kind: 'end'; readonly stop: Stop };

/** Longest wait when only an account's limit applies. */
const defaultMaxWaitMs = 86_400_000;

type Identity = Pick<ExecutionStarted, 'executionId' | 'accountId' | 'workflowId' | 'requestedAt'>;

const run: Admission = { kind: 'run' };

/** @param now wall clock */
export async function admit(
  slots: Pick<ConcurrencySlots, 'request'>,
  { commands }: Pick<ExecutionOrigin, 'commands'>,
  history: ExecutionHistory,
  { executionId, accountId, workflowId, requestedAt }: Identity,
  { concurrency }: CompiledWorkflow['definition'],
  now: number,
): Promise<Admission> {
  // A resumed execution already holds its concurrency slot. One about to be cancelled needs none.
  const wasPaused = history.parkedSequence > 0 && !history.awaitsSlot;
  if (wasPaused || commands.some(({ kind }) => kind === 'cancel')) return run;
  const answer = await slots.request({
    ...{ executionId, accountId, workflowId, requestedAt },
    ownLimit: concurrency?.limit ?? null,
    skips: concurrency?.whenFull === 'skip',
    hasBegun: history.lastSequence > 1 && !history.awaitsSlot,
  });
  const dueAt = requestedAt + (concurrency?.maxWaitMs ?? defaultMaxWaitMs);
  switch (answer) {
    case 'granted':
      return run;
    case 'skipped':
      return { kind: 'end', stop: { kind: 'skipped' } };
    case 'waits':
      return dueAt > now ? { kind: 'wait', dueAt } : { kind: 'end', stop: tooLong };
  }
}

const tooLong: Stop = {
  kind: 'failed',
  code: 'QUEUE_TIMEOUT',
  message: 'The execution waited too long for others of its workflow or account to end',
};
