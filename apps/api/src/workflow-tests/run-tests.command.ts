import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Principal } from '../auth/principal.js';
import { ApiError, notFound } from '../errors/index.js';
import { Shutdown } from '../http/shutdown.js';
import { openForSeconds } from './get-test-run.query.js';
import { hasTestRunEndedSql, requestTestRunSql } from './test-run.sql.js';
import type { RunTestsBody } from './workflow-test.schemas.js';
import { listTestsSql } from './workflow-test.sql.js';

/**
 * Asks the runners to run tests of the draft, and waits for their end, up to a limit.
 * @returns the id of the run
 */
export class RunTests extends Command<string> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
    readonly body: RunTestsBody,
  ) {
    super();
  }
}

/** Its caller then reads the progress. */
const waitMs = 20_000;
const pollMs = 100;
/** Others of the workspace wait until one ends. */
const maxOpen = 3;

@CommandHandler(RunTests)
export class RunTestsHandler implements ICommandHandler<RunTests> {
  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(Shutdown) private readonly shutdown: Shutdown,
  ) {}

  /** @throws ApiError 422 for a test that the workflow does not have; 429 for too many runs */
  async execute({ principal, workflowId, body }: RunTests): Promise<string> {
    const { workspaceId } = principal;
    await this.#requireTests(workflowId, workspaceId, body);
    const runId = uuidv7();
    const { rowCount } = await this.database.pool.query(requestTestRunSql, [
      ...[runId, workflowId, workspaceId, body.testIds ?? null],
      ...[maxOpen, openForSeconds],
    ]);
    if (rowCount === 0) {
      const message = `As many as ${maxOpen} runs of tests of this workspace have not ended. Wait until one ends`;
      throw new ApiError(429, 'QUOTA_EXCEEDED', message, undefined, { 'retry-after': '10' });
    }
    await this.#untilEnded(runId);
    return runId;
  }

  async #requireTests(
    workflowId: string,
    workspaceId: string,
    { testIds }: RunTestsBody,
  ): Promise<void> {
    const values = [workflowId, workspaceId];
    const { rows } = await this.database.pool.query<{ id: string | null }>(listTestsSql, values);
    if (rows.length === 0) throw notFound('workflow');
    const known = new Set(rows.map(({ id }) => id));
    const at = (testIds ?? []).findIndex((id) => !known.has(id));
    if (at >= 0)
      throw new ApiError(
        ...([422, 'INVALID_REQUEST', 'The workflow has no test with this id'] as const),
        [{ field: `testIds[${at}]`, message: 'the workflow has no test with this id' }],
      );
    if (known.has(null))
      throw new ApiError(422, 'INVALID_REQUEST', 'The workflow has no tests. Save one first');
  }

  async #untilEnded(runId: string): Promise<void> {
    const until = performance.now() + waitMs;
    while (performance.now() < until && !this.shutdown.begun) {
      await sleep(pollMs);
      const { rows } = await this.database.pool.query<{ hasEnded: boolean }>(hasTestRunEndedSql, [
        runId,
      ]);
      if (rows[0]?.hasEnded !== false) return;
    }
  }
}
