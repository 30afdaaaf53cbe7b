/**
 * A family is everything that one execution starts, directly or through others. It is bounded, it
 * uses the account's rate tokens, and it starts nothing once an execution above it is cancelled. An
 * execution without a parent costs nothing here until it starts another.
 */
import type { RecordAppender } from '@libs/event-log';
import type { AccountLimits, Database, Plan } from '@libs/persistence';
import type { Metrics } from '@libs/platform';
import type { Logger } from 'pino';
import { AccountConcurrency } from '../concurrency/account-concurrency.js';
import { CancellationWatch } from './cancellation-watch.js';
import { FamilySweep } from './family-sweep.js';
import { FamilyTable } from './family-table.js';

export interface FamiliesOptions {
  readonly database: Database;
  readonly appender: RecordAppender;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'gauge'>;
  /** Asynchronous executions per minute. */
  readonly asyncLimitOf: (plan: Plan, own: AccountLimits) => number;
}

export class Families {
  readonly table: FamilyTable;
  readonly cancellations: CancellationWatch;
  readonly #sweep: FamilySweep;

  constructor({ asyncLimitOf, ...options }: FamiliesOptions) {
    const { database, logger } = options;
    const accounts = new AccountConcurrency(database, asyncLimitOf);
    this.table = new FamilyTable({ database, accounts, logger });
    this.cancellations = new CancellationWatch(database, logger);
    this.#sweep = new FamilySweep(options);
  }

  start(): void {
    this.cancellations.start();
    this.#sweep.start();
  }

  async stop(): Promise<void> {
    await this.#sweep.stop();
    await this.cancellations.stop();
    await this.table.idle();
  }
}
