/**
 * Wakes parked executions: issues a control command for every due wait and for every child run that
 * has ended. Every runner does it; each row is leased to one runner at a time (skip locked, then a
 * lease). A lost command is issued again when its lease is over. Of several commands, the first in
 * log order wins and the others change nothing.
 */
import {
  recordOf,
  type ExecutionError,
  type ExecutionResumeRequested,
  type ParkedWait,
} from '@libs/contracts';
import type { RecordAppender } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { BackgroundWork } from '@libs/platform';
import type { Logger } from 'pino';
import { childEndText } from '../execution/child-runs.js';
import { claimDueSql, claimEndedChildrenSql } from './timers.sql.js';

const tickMs = 500;
const batchSize = 200;
/** How long a command has to take effect before it is issued again. */
const leaseMs = 30_000;

interface DueRow {
  execution_id: string;
  waits: ParkedWait[];
}

interface EndedChildRow extends DueRow {
  child_id: string;
  status: string;
  error: ExecutionError | null;
  final_output: string | null;
}

export interface TimersOptions {
  readonly database: Pick<Database, 'pool'>;
  readonly appender: RecordAppender;
  readonly logger: Logger;
}

export class Timers {
  readonly #work: BackgroundWork;

  constructor(private readonly options: TimersOptions) {
    this.#work = new BackgroundWork({
      everyMs: tickMs,
      logger: options.logger,
      failed: 'timers wait',
      round: () => this.issueDue(Date.now()),
    });
  }

  start(): void {
    this.#work.start();
  }

  stop(): Promise<void> {
    return this.#work.stop();
  }

  /** Issues commands for everything that is due and not leased to another runner. */
  async issueDue(now: number): Promise<void> {
    while ((await this.#issueTimers(now)) === batchSize);
    while ((await this.#issueChildren(now)) === batchSize);
  }

  async #issueTimers(now: number): Promise<number> {
    const { rows } = await this.options.database.pool.query<DueRow>({
      name: 'claim-due-timers',
      text: claimDueSql,
      values: [new Date(now), new Date(now - leaseMs), batchSize],
    });
    await this.#issue(
      rows.flatMap((row) =>
        row.waits
          .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
          .map((wait) => commandOf(row.execution_id, wait, 'timer', null, now)),
      ),
    );
    return rows.length;
  }

  async #issueChildren(now: number): Promise<number> {
    const { rows } = await this.options.database.pool.query<EndedChildRow>({
      name: 'claim-ended-children',
      text: claimEndedChildrenSql,
      values: [new Date(now), new Date(now - leaseMs), batchSize],
    });
    await this.#issue(
      rows.flatMap(({ execution_id, waits, child_id, status, error, final_output }) => {
        const data = childEndText(child_id, { status, error, finalOutput: final_output });
        return waits
          .filter(({ childExecutionId }) => childExecutionId === child_id)
          .map((wait) => commandOf(execution_id, wait, 'child', data, now));
      }),
    );
    return rows.length;
  }

  async #issue(commands: readonly ExecutionResumeRequested[]): Promise<void> {
    await Promise.all(
      commands.map((command) =>
        this.options.appender.append(recordOf('ExecutionResumeRequested', command)),
      ),
    );
  }
}

const commandOf = (
  executionId: string,
  { blockId, iteration, waitId }: ParkedWait,
  reason: 'timer' | 'child',
  data: string | null,
  requestedAt: number,
): ExecutionResumeRequested => ({
  executionId,
  blockId,
  iteration,
  waitId,
  reason,
  data,
  requestedAt,
});
