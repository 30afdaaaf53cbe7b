/**
 * Decides whether an execution that a workflow or account limit counts may start. Arrivals during
 * one batch form the next, so that any number of them uses one connection. Releases do not delay
 * arrivals. An execution learns of its slot by a command on the control topic, which reaches it on
 * the runner that owns it.
 */
import type { CompiledWorkflow } from '@libs/blocks';
import { recordOf, turnWait } from '@libs/contracts';
import type { RecordAppender } from '@libs/event-log';
import { BatchedCall } from '@libs/platform';
import type { Logger } from 'pino';
import type { AccountConcurrency } from './account-concurrency.js';
import type { SlotAnswer, Arrival, SlotHolder, SlotTable } from './slot-table.js';

const maxBatch = 500;

export interface ConcurrencySlotsOptions {
  readonly table: Pick<SlotTable, 'grantAtOnce' | 'change' | 'release' | 'serve'>;
  readonly accounts: Pick<AccountConcurrency, 'peek' | 'limitOf'>;
  readonly appender: RecordAppender;
  readonly logger: Logger;
}

export class ConcurrencySlots {
  readonly #requested = new BatchedCall<Arrival, SlotAnswer>(
    (arrivals) => this.#ask(arrivals),
    maxBatch,
  );
  readonly #releasing = this.#noted<SlotHolder>((batch) => this.#giveBack(batch));
  /** Accounts with freed slots and waiting executions. */
  readonly #serving = this.#noted<string>((batch) => this.look([...new Set(batch)]));
  /** Waiting executions that an arrival found a slot for. */
  readonly #waking = this.#noted<string>((batch) => this.wake(batch));

  /** They have begun or are about to. The ledger may not have it yet. */
  readonly #granted = new Map<string, Arrival>();

  constructor(private readonly options: ConcurrencySlotsOptions) {}

  /** Executions that have a concurrency slot and are in this process. */
  granted(): Arrival[] {
    return [...this.#granted.values()];
  }

  /** It is no longer in this process: it has ended, is parked, or has another owner. */
  leave(executionId: string): void {
    this.#granted.delete(executionId);
  }

  /** Whether a limit counts executions of this workflow and account; null: ask `counts`. */
  peek(workflow: CompiledWorkflow, accountId: string): boolean | null {
    if (workflow.definition.concurrency !== undefined) return true;
    const limit = this.options.accounts.peek(accountId);
    return limit === undefined ? null : limit !== null;
  }

  /** Rejects while the database is unavailable. */
  async counts(workflow: CompiledWorkflow, accountId: string): Promise<boolean> {
    if (workflow.definition.concurrency !== undefined) return true;
    return (await this.options.accounts.limitOf(accountId)) !== null;
  }

  /** Idempotent. Rejects while the database is unavailable. */
  async request(arrival: Arrival): Promise<SlotAnswer> {
    const answer = await this.#requested.call(arrival);
    if (answer === 'granted')
      this.#granted.set(arrival.executionId, { ...arrival, hasBegun: true });
    return answer;
  }

  /** Frees the slot of an execution whose end is durable. The sweep repairs a lost release. */
  release(executionId: string, accountId: string): void {
    void this.#releasing.call({ executionId, accountId });
  }

  /** Checks the queues of these accounts. */
  async look(accountIds: readonly string[]): Promise<void> {
    await this.wake(await this.options.table.serve(accountIds));
  }

  /** Tells executions that they have a slot. */
  async wake(executionIds: readonly string[]): Promise<void> {
    const { blockId, iteration, waitId, kind: reason } = turnWait;
    await Promise.all(
      executionIds.map((executionId) => {
        const wait = { executionId, blockId, iteration, waitId };
        const command = { ...wait, reason, data: null, requestedAt: Date.now() };
        return this.options.appender.append(recordOf('ExecutionResumeRequested', command));
      }),
    );
  }

  /** Resolves when everything asked and released so far is done. */
  async stop(): Promise<void> {
    await this.#requested.idle();
    await this.#releasing.idle();
    await this.#serving.idle();
    await this.#waking.idle();
  }

  async #ask(arrivals: readonly Arrival[]): Promise<readonly SlotAnswer[]> {
    try {
      const accountIds = [...new Set(arrivals.map(({ accountId }) => accountId))];
      if (await this.options.table.grantAtOnce(arrivals, await this.#limits(accountIds)))
        return arrivals.map(() => 'granted');
      const { answers, woken } = await this.options.table.change({ arrivals, accountIds });
      for (const id of woken) void this.#waking.call(id);
      return arrivals.map(({ executionId }) => answers.get(executionId) ?? 'waits');
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  /** Limits of those accounts that have one. */
  async #limits(accountIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const limits = new Map<string, number>();
    for (const accountId of accountIds) {
      const limit = await this.options.accounts.limitOf(accountId);
      if (limit !== null) limits.set(accountId, limit);
    }
    return limits;
  }

  async #giveBack(ended: readonly SlotHolder[]): Promise<void> {
    for (const accountId of await this.options.table.release(ended))
      void this.#serving.call(accountId);
  }

  /** Calls that nothing waits for: a failure is logged, and the sweep repairs it. */
  #noted<T>(act: (batch: readonly T[]) => Promise<void>): BatchedCall<T, undefined> {
    return new BatchedCall<T, undefined>(async (batch) => {
      await act(batch).catch((error: unknown) => this.#note(error));
      return batch.map(() => undefined);
    }, maxBatch);
  }

  #note(error: unknown): void {
    this.options.logger.warn(
      { err: error },
      'concurrency slots wait; the sweep continues with them',
    );
  }
}
