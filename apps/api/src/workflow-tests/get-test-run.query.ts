import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/index.js';
import { JsonText } from '../http/json-text.js';
import { getTestRunSql } from './test-run.sql.js';
import type { TestRunView } from './workflow-test.schemas.js';

/** A runner takes a request within a minute, and gives up after another one. */
export const openForSeconds = 150;

export class GetTestRun extends Query<TestRunView> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
    readonly runId: string,
  ) {
    super();
  }
}

interface Row extends Pick<
  TestRunView,
  'id' | 'workflowId' | 'revision' | 'testCount' | 'problem'
> {
  readonly requestedAt: Date;
  readonly claimedAt: Date | null;
  readonly endedAt: Date | null;
  /** JSON text. */
  readonly results: string;
}

function stateOf({ requestedAt, claimedAt, endedAt }: Row, nowMs: number): TestRunView['state'] {
  if (endedAt !== null) return 'ended';
  if (nowMs > requestedAt.getTime() + openForSeconds * 1_000) return 'lost';
  return claimedAt === null ? 'waiting' : 'running';
}

@QueryHandler(GetTestRun)
export class GetTestRunHandler implements IQueryHandler<GetTestRun> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ principal, workflowId, runId }: GetTestRun): Promise<TestRunView> {
    const values = [runId, workflowId, principal.workspaceId];
    const { rows } = await this.database.pool.query<Row>(getTestRunSql, values);
    const [row] = rows;
    if (row === undefined) throw notFound('test run');
    const { claimedAt: _, requestedAt, endedAt, results, ...run } = row;
    return {
      ...run,
      state: stateOf(row, Date.now()),
      requestedAt: requestedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      results: new JsonText(results),
    };
  }
}
