/**
 * Whether an execution may begin, where a limit counts it: per workflow and per account. What asks or ends meanwhile is the next
 * batch, so that however many wait take one connection. Those whose turn has come are told by an order on the control topic, which
 * finds them on whatever runner owns them.
 */
import type { CompiledWorkflow } from '@libs/blocks';
import { encodeRecord, headers, topics, turnWait } from '@libs/contracts';
import type { RecordAppender } from '@libs/event-log';
import type { Logger } from 'pino';
import type { AccountConcurrency } from './account-concurrency.js';
import type { TurnAnswer, TurnArrival, TurnTable } from './turn-table.js';

const maxBatch = 500;

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
  readonly table: Pick<TurnTable, 'change'>;
  readonly accounts: Pick<AccountConcurrency, 'peek' | 'load'>;
  readonly appender: RecordAppender;
  readonly logger: Logger;
}

export class Turns {
  #asking: Asking[] = [];
  #releasing: Releasing[] = [];
  #working: Promise<void> | null = null;

  constructor(private readonly options: TurnsOptions) {}

  /** Whether a limit counts executions of this workflow and account; null when `counts` must be asked. */
  peek(workflow: CompiledWorkflow, accountId: string): boolean | null {
    return workflow.definition.concurrency === undefined
      ? this.options.accounts.peek(accountId)
      : true;
  }

  /** Rejects while the database is away. */
  async counts(workflow: CompiledWorkflow, accountId: string): Promise<boolean> {
    return this.peek(workflow, accountId) ?? this.options.accounts.load(accountId);
  }

  /** Idempotent. Rejects while the database is away. */
  take(arrival: TurnArrival): Promise<TurnAnswer> {
    return new Promise((resolve, reject) => {
      this.#asking.push({ arrival, resolve, reject });
      this.#work();
    });
  }

  /** Gives back the place of an execution whose end is durable. What gets lost here the sweep finds. */
  release(executionId: string, accountId: string): void {
    this.#releasing.push({ executionId, accountId });
    this.#work();
  }

  /** Looks at the lines of these accounts. */
  async look(accountIds: readonly string[]): Promise<void> {
    const { woken } = await this.options.table.change({ arrivals: [], releases: [], accountIds });
    await this.wake(woken);
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
    while (this.#working !== null) await this.#working;
  }

  #work(): void {
    this.#working ??= this.#batch().finally(() => {
      this.#working = null;
      if (this.#asking.length > 0 || this.#releasing.length > 0) this.#work();
    });
  }

  async #batch(): Promise<void> {
    // What comes in the same tick goes along.
    await Promise.resolve();
    const asking = this.#asking.splice(0, maxBatch);
    const releasing = this.#releasing.splice(0, maxBatch);
    const accountIds = [
      ...asking.map(({ arrival }) => arrival.accountId),
      ...releasing.map(({ accountId }) => accountId),
    ];
    try {
      const { answers, woken } = await this.options.table.change({
        arrivals: asking.map(({ arrival }) => arrival),
        releases: releasing.map(({ executionId }) => executionId),
        accountIds: [...new Set(accountIds)],
      });
      for (const { arrival, resolve } of asking)
        resolve(answers.get(arrival.executionId) ?? 'waits');
      await this.wake(woken);
    } catch (error) {
      for (const { reject } of asking) reject(error);
      this.options.logger.warn({ err: error }, 'turns wait; the sweep goes on with them');
    }
  }
}
