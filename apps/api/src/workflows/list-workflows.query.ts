import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Database, durationOfBucket, WorkflowEntity } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { SelectQueryBuilder } from 'typeorm';
import type { Principal } from '../auth/principal.js';
import { containing } from '../http/containing.js';
import type { Page } from '../http/page.js';
import type { ListWorkflowsParameters } from './list-workflows.schemas.js';
import { requireWorkspace } from './stored-workflow.js';
import { triggerKinds } from './trigger-kind.js';
import {
  listOf,
  pageByLastRun,
  pageInOrder,
  type WorkflowList,
  type WorkflowRows,
} from './workflow-order.js';
import { lastRunsSql, statsOfLastDaySql } from './workflow.sql.js';
import { summaryOf, type WorkflowSummary } from './workflow.schemas.js';

export class ListWorkflows extends Query<Page<WorkflowSummary>> {
  constructor(
    readonly principal: Principal,
    readonly parameters: ListWorkflowsParameters,
    readonly triggerBase: string,
  ) {
    super();
  }
}

/** All but the draft, which may have 2 MB. */
const summaryColumns = [
  ...['id', 'workspaceId', 'folderId', 'name', 'description', 'deployedVersion', 'webhookPath'],
  'triggerKind',
  ...['pausedAt', 'revision', 'createdAt', 'updatedAt', 'updatedBy'],
];

interface LastRunRow {
  readonly workflow_id: string;
  readonly execution_id: string;
  readonly status: string;
  readonly started_at: Date;
}

interface StatsRow {
  readonly workflow_id: string;
  readonly success: number;
  readonly error: number;
  readonly cancelled: number;
  readonly p50_bucket: number;
  readonly p95_bucket: number;
}

/** @param row undefined for a workflow that did not run */
const statsOf = (row: StatsRow | undefined): NonNullable<WorkflowSummary['stats24h']> => ({
  success: row?.success ?? 0,
  error: row?.error ?? 0,
  cancelled: row?.cancelled ?? 0,
  p50Ms: row === undefined ? null : Math.round(durationOfBucket(row.p50_bucket)),
  p95Ms: row === undefined ? null : Math.round(durationOfBucket(row.p95_bucket)),
});

const viewOf = (workflow: WorkflowEntity, triggerBase: string): WorkflowSummary => {
  const kind = triggerKinds.find((one) => one === workflow.triggerKind) ?? null;
  return summaryOf(workflow, { kind, path: workflow.webhookPath ?? null }, triggerBase);
};

/** A quota bounds the rows of a workspace. */
@QueryHandler(ListWorkflows)
export class ListWorkflowsHandler implements IQueryHandler<ListWorkflows> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({
    principal,
    parameters,
    triggerBase,
  }: ListWorkflows): Promise<Page<WorkflowSummary>> {
    const workspaceId = requireWorkspace(parameters.workspaceId, principal);
    const list = listOf(workspaceId, parameters);
    const { rows, nextCursor } = await this.#pageOf(list);
    const page = {
      data: rows.map((workflow) => viewOf(workflow, triggerBase)),
      ...(nextCursor !== undefined && { nextCursor }),
    };
    const withRuns = parameters.include.includes('last') ? await this.#withLastRuns(page) : page;
    return parameters.include.includes('stats24h')
      ? this.#withStats(withRuns, workspaceId)
      : withRuns;
  }

  #pageOf(list: WorkflowList): Promise<WorkflowRows> {
    const { search, folderId, deployed, trigger, sort } = list.parameters;
    const query = this.#summaries();
    if (sort === 'lastRun') return pageByLastRun(this.database.pool, query, list);
    query.where('workflow.workspaceId = :workspaceId', { workspaceId: list.workspaceId });
    if (search !== undefined)
      query.andWhere(
        'uuid_hash_extended(workflow.workspace_id, 0) = uuid_hash_extended(:workspaceId::uuid, 0) and workflow.name ilike :pattern',
        { pattern: containing(search) },
      );
    if (folderId !== undefined) query.andWhere('workflow.folderId = :folderId', { folderId });
    if (deployed !== undefined)
      query.andWhere(`workflow.deployedVersion is ${deployed ? 'not null' : 'null'}`);
    if (trigger !== undefined) query.andWhere('workflow.triggerKind = any(:trigger)', { trigger });
    return pageInOrder(query, sort, list);
  }

  #summaries(): SelectQueryBuilder<WorkflowEntity> {
    return this.database.dataSource
      .getRepository(WorkflowEntity)
      .createQueryBuilder('workflow')
      .select(summaryColumns.map((column) => `workflow.${column}`));
  }

  async #withStats(
    page: Page<WorkflowSummary>,
    workspaceId: string,
  ): Promise<Page<WorkflowSummary>> {
    const values = [workspaceId, page.data.map(({ id }) => id)];
    const { rows } = await this.database.pool.query<StatsRow>(statsOfLastDaySql, values);
    const byId = new Map(rows.map((row) => [row.workflow_id, row]));
    return {
      ...page,
      data: page.data.map((workflow) => ({
        ...workflow,
        stats24h: statsOf(byId.get(workflow.id)),
      })),
    };
  }

  async #withLastRuns(page: Page<WorkflowSummary>): Promise<Page<WorkflowSummary>> {
    const values = [page.data.map(({ id }) => id)];
    const { rows } = await this.database.pool.query<LastRunRow>(lastRunsSql, values);
    const byId = new Map(rows.map((row) => [row.workflow_id, row]));
    return {
      ...page,
      data: page.data.map((workflow) => {
        const row = byId.get(workflow.id);
        const lastRun = row && {
          executionId: row.execution_id,
          status: row.status,
          startedAt: row.started_at.toISOString(),
        };
        return { ...workflow, lastRun: lastRun ?? null };
      }),
    };
  }
}
