/**
 * Whether an execution may begin, where a limit counts it: per workflow and per account. What asks meanwhile is the next batch, so
 * that however many wait take one connection; who ends does not hold up who asks. Those whose turn has come are told by an order on
 * the control topic, which finds them on whatever runner owns them.
 */
import type { CompiledWorkflow } from '@libs/blocks';
import { encodeRecord, headers, topics, turnWait } from '@libs/contracts';
import type { RecordAppender } from '@libs/event-log';
import type { Logger } from 'pino';
import type { AccountConcurrency } from './account-concurrency.js';
import { Gathered } from './gathered.js';
import type { TurnAnswer, TurnArrival, TurnTable } from './turn-table.js';

interface Asking {
  readonly arrival: TurnArrival;
  readonly resolve: (answer: TurnAnswer) => void;
  readonly reject: (error: unknown) => void;
}

interface Releasing {
  readonly executionId: string;
  readonly accountId: string;
}

export interface TurnsOptions {
  readonly table: Pick<TurnTable, 'takeAtOnce' | 'change' | 'release' | 'serve'>;
  readonly accounts: Pick<AccountConcurrency, 'peek' | 'load'>;
  readonly appender: RecordAppender;
  readonly logger: Logger;
}

export class Turns {
  readonly #asking = new Gathered<Asking>((batch) => this.#ask(batch));
  readonly #releasing = new Gathered<Releasing>((batch) => this.#giveBack(batch));
  /** Accounts that places were given back in. */
  readonly #serving = new Gathered<string>((batch) => this.#serve(batch));

  constructor(private readonly options: TurnsOptions) {}

  /** Whether a limit counts executions of this workflow and account; null when `counts` must be asked. */
  peek(workflow: CompiledWorkflow, accountId: string): boolean | null {
    if (workflow.definition.concurrency !== undefined) return true;
    const limit = this.options.accounts.peek(accountId);
    return limit === undefined ? null : limit !== null;
  }

  /** Rejects while the database is away. */
  async counts(workflow: CompiledWorkflow, accountId: string): Promise<boolean> {
    return this.peek(workflow, accountId) ?? (await this.options.accounts.load(accountId)) !== null;
  }

  /** Idempotent. Rejects while the database is away. */
  take(arrival: TurnArrival): Promise<TurnAnswer> {
    return new Promise((resolve, reject) => {
      this.#asking.push({ arrival, resolve, reject });
    });
  }

  /** Gives back the place of an execution whose end is durable. What gets lost here the sweep finds. */
  release(executionId: string, accountId: string): void {
    this.#releasing.push({ executionId, accountId });
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
  }

  async #ask(asking: readonly Asking[]): Promise<void> {
    const arrivals = asking.map(({ arrival }) => arrival);
    try {
      const accountIds = [...new Set(arrivals.map(({ accountId }) => accountId))];
      if (await this.options.table.takeAtOnce(arrivals, await this.#limits(accountIds))) {
        for (const { resolve } of asking) resolve('granted');
        return;
      }
      const { answers, woken } = await this.options.table.change({ arrivals, accountIds });
      for (const { arrival, resolve } of asking)
        resolve(answers.get(arrival.executionId) ?? 'waits');
      await this.wake(woken);
    } catch (error) {
      for (const { reject } of asking) reject(error);
      this.#note(error);
    }
  }

  /** Of those accounts that have one. */
  async #limits(accountIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { accounts } = this.options;
    const limits = new Map<string, number>();
    for (const accountId of accountIds) {
      const known = accounts.peek(accountId);
      const limit = known === undefined ? await accounts.load(accountId) : known;
      if (limit !== null) limits.set(accountId, limit);
    }
    return limits;
  }

  async #giveBack(releasing: readonly Releasing[]): Promise<void> {
    try {
      await this.options.table.release(releasing.map(({ executionId }) => executionId));
      for (const { accountId } of releasing) this.#serving.push(accountId);
    } catch (error) {
      this.#note(error);
    }
  }

  async #serve(accountIds: readonly string[]): Promise<void> {
    try {
      await this.look([...new Set(accountIds)]);
    } catch (error) {
      this.#note(error);
    }
  }

  #note(error: unknown): void {
    this.options.logger.warn({ err: error }, 'turns wait; the sweep goes on with them');
  }
}
