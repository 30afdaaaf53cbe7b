/**
 * Runs tests of drafts for the api: one request at a time, in a thread that is bounded in memory
 * and time. A request is a row; skip locked gives it to one runner. No execution comes of it, and
 * nothing reaches the outside. A request whose runner died is asked for again by its caller.
 */
import type { Database } from '@libs/persistence';
import { BackgroundWork } from '@libs/platform';
import { type ApartEnd, runTestsApart, type StoredTest } from '@libs/workflow-test';
import type { Logger } from 'pino';
import {
  beginTestRunSql,
  claimTestRunSql,
  endTestRunSql,
  noteTestResultsSql,
  testsToRunSql,
} from './test-runs.sql.js';
import { ToldResults } from './told-results.js';

const tickMs = 250;
const totalMs = 60_000;
/** Results are told while others run. */
const noteEveryMs = 500;

const problems: Readonly<Record<NonNullable<ApartEnd>, string>> = {
  time: `The tests took more than ${totalMs / 1_000} s. Run fewer at a time`,
  memory: 'The tests took too much memory. Mock shorter outputs, or let loops end earlier',
  stopped: 'The runner stopped. Run the tests again',
  failed: 'The tests ended with a fault of the service',
};

interface Claimed {
  readonly id: string;
  readonly workflowId: string;
  readonly testIds: readonly string[] | null;
}

/** A test of the workflow; without any, the workflow alone. */
interface Row extends Pick<StoredTest, 'name' | 'test'> {
  readonly id: string | null;
  /** JSON text. */
  readonly draft: string;
  readonly revision: number;
}

export interface TestRunsOptions {
  readonly database: Pick<Database, 'pool'>;
  readonly logger: Logger;
  /** Default: a minute for all tests of a request. */
  readonly totalMs?: number;
}

export class TestRuns {
  readonly #options: TestRunsOptions;
  readonly #work: BackgroundWork;
  readonly #stopping = new AbortController();

  constructor(options: TestRunsOptions) {
    this.#options = options;
    this.#work = new BackgroundWork({
      everyMs: tickMs,
      logger: options.logger,
      failed: 'tests of workflows wait',
      round: () => this.#runAll(),
    });
  }

  start(): void {
    this.#work.start();
  }

  /** The run in progress ends with the results that it has. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#work.stop();
  }

  async #runAll(): Promise<void> {
    while (!this.#work.isStopped) {
      const { rows } = await this.#options.database.pool.query<Claimed>({
        name: 'claim-test-run',
        text: claimTestRunSql,
      });
      const [claimed] = rows;
      if (claimed === undefined) return;
      await this.#run(claimed);
    }
  }

  async #run({ id, workflowId, testIds }: Claimed): Promise<void> {
    const { pool } = this.#options.database;
    const { rows } = await pool.query<Row>(testsToRunSql, [workflowId, testIds]);
    const [first] = rows;
    const tests = rows.flatMap(({ id: testId, name, test }) =>
      testId === null ? [] : [{ id: testId, name, test }],
    );
    await pool.query(beginTestRunSql, [id, first?.revision ?? null, tests.length]);
    const results = new ToldResults(tests.length);
    const ended = first === undefined ? null : await this.#results(id, first.draft, tests, results);
    const problem = ended === null ? null : problems[ended];
    await pool.query(endTestRunSql, [id, results.json, problem]);
  }

  async #results(
    id: string,
    draft: string,
    tests: readonly StoredTest[],
    results: ToldResults,
  ): Promise<ApartEnd> {
    const { database, logger } = this.#options;
    let isNew = false;
    const notes = setInterval(() => {
      if (!isNew) return;
      isNew = false;
      database.pool
        .query(noteTestResultsSql, [id, results.json])
        .catch((error: unknown) => logger.info({ err: error }, 'results of tests are told later'));
    }, noteEveryMs);
    try {
      return await runTestsApart(draft, tests, {
        totalMs: this.#options.totalMs ?? totalMs,
        signal: this.#stopping.signal,
        onResult: (result) => {
          results.add(result);
          isNew = true;
        },
        onFault: (error) => logger.error({ err: error, testRunId: id }, 'tests ended with a fault'),
      });
    } finally {
      clearInterval(notes);
    }
  }
}
