/**
 * Whether an execution may begin, where a limit counts it: per workflow and per account. What asks meanwhile is the next batch, so
 * that however many wait take one connection; who ends does not hold up who asks. Those whose turn has come are told by an order on
 * the control topic, which finds them on whatever runner owns them.
 */
import type { CompiledWorkflow } from '@libs/blocks';
import { encodeRecord, headers, topics, turnWait } from '@libs/contracts';
import type { RecordAppender } from '@libs/event-log';
import { BatchedCall } from '@libs/platform';
import type { Logger } from 'pino';
import type { AccountConcurrency } from './account-concurrency.js';
import type { TurnAnswer, TurnArrival, TurnHolder, TurnTable } from './turn-table.js';

const maxBatch = 500;

export interface TurnsOptions {
  readonly table: Pick<TurnTable, 'takeAtOnce' | 'change' | 'release' | 'serve'>;
  readonly accounts: Pick<AccountConcurrency, 'peek' | 'limitOf'>;
  readonly appender: RecordAppender;
  readonly logger: Logger;
}

export class Turns {
  readonly #asking = new BatchedCall<TurnArrival, TurnAnswer>(
    (arrivals) => this.#ask(arrivals),
    maxBatch,
  );
  readonly #releasing = this.#noted<TurnHolder>((batch) => this.#giveBack(batch));
  /** Accounts that places were given back in, with somebody in line. */
  readonly #serving = this.#noted<string>((batch) => this.look([...new Set(batch)]));
  /** Those in line that an arrival found a place for. */
  readonly #waking = this.#noted<string>((batch) => this.wake(batch));

  /** They began, or are about to; the ledger may not have it yet. */
  readonly #granted = new Map<string, TurnArrival>();

  constructor(private readonly options: TurnsOptions) {}

  /** Executions that have a place and are held by this process. */
  granted(): TurnArrival[] {
    return [...this.#granted.values()];
  }

  /** This process does not hold it any more: it has ended, is parked, or another owner has it. */
  leave(executionId: string): void {
    this.#granted.delete(executionId);
  }

  /** Whether a limit counts executions of this workflow and account; null when `counts` must be asked. */
  peek(workflow: CompiledWorkflow, accountId: string): boolean | null {
    if (workflow.definition.concurrency !== undefined) return true;
    const limit = this.options.accounts.peek(accountId);
    return limit === undefined ? null : limit !== null;
  }

  /** Rejects while the database is away. */
  async counts(workflow: CompiledWorkflow, accountId: string): Promise<boolean> {
    if (workflow.definition.concurrency !== undefined) return true;
    return (await this.options.accounts.limitOf(accountId)) !== null;
  }

  /** Idempotent. Rejects while the database is away. */
  async take(arrival: TurnArrival): Promise<TurnAnswer> {
    const answer = await this.#asking.call(arrival);
    if (answer === 'granted')
      this.#granted.set(arrival.executionId, { ...arrival, hasBegun: true });
    return answer;
  }

  /** Gives back the place of an execution whose end is durable. What gets lost here the sweep finds. */
  release(executionId: string, accountId: string): void {
    void this.#releasing.call({ executionId, accountId });
  }

  /** Looks at the lines of these accounts. */
  async look(accountIds: readonly string[]): Promise<void> {
    await this.wake(await this.options.table.serve(accountIds));
  }

  /** Tells executions that it is their turn. */
  async wake(executionIds: readonly string[]): Promise<void> {
    const { blockId, iteration, waitId, kind: reason } = turnWait;
    await Promise.all(
      executionIds.map((executionId) => {
        const place = { executionId, blockId, iteration, waitId };
        const order = { ...place, reason, data: null, requestedAt: Date.now() };
        return this.options.appender.append({
          topic: topics.control,
          key: executionId,
          value: encodeRecord('ExecutionResumeRequested', order),
          headers: { [headers.eventType]: 'ExecutionResumeRequested' },
        });
      }),
    );
  }

  /** Resolves when all that was asked and given back so far is through. */
  async stop(): Promise<void> {
    await this.#asking.idle();
    await this.#releasing.idle();
    await this.#serving.idle();
    await this.#waking.idle();
  }

  async #ask(arrivals: readonly TurnArrival[]): Promise<readonly TurnAnswer[]> {
    try {
      const accountIds = [...new Set(arrivals.map(({ accountId }) => accountId))];
      if (await this.options.table.takeAtOnce(arrivals, await this.#limits(accountIds)))
        return arrivals.map(() => 'granted');
      const { answers, woken } = await this.options.table.change({ arrivals, accountIds });
      for (const id of woken) void this.#waking.call(id);
      return arrivals.map(({ executionId }) => answers.get(executionId) ?? 'waits');
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  /** Of those accounts that have one. */
  async #limits(accountIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const limits = new Map<string, number>();
    for (const accountId of accountIds) {
      const limit = await this.options.accounts.limitOf(accountId);
      if (limit !== null) limits.set(accountId, limit);
    }
    return limits;
  }

  async #giveBack(ended: readonly TurnHolder[]): Promise<void> {
    for (const accountId of await this.options.table.release(ended))
      void this.#serving.call(accountId);
  }

  /** Calls that nobody waits for: one that fails is noted, and the sweep does its work. */
  #noted<T>(act: (batch: readonly T[]) => Promise<void>): BatchedCall<T, undefined> {
    return new BatchedCall<T, undefined>(async (batch) => {
      await act(batch).catch((error: unknown) => this.#note(error));
      return batch.map(() => undefined);
    }, maxBatch);
  }

  #note(error: unknown): void {
    this.options.logger.warn({ err: error }, 'turns wait; the sweep goes on with them');
  }
}
