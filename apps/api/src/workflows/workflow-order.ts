/**
 * Pages of workflows in each order. A cursor is bound to order and filters. A workflow that changes
 * in between may be missed or come twice when the list is ordered by what changed.
 */
import type { WorkflowEntity } from '@libs/persistence';
import type { Pool } from 'pg';
import type { SelectQueryBuilder } from 'typeorm';
import { z } from 'zod';
import { ApiError } from '../errors/api-error.js';
import { containing } from '../http/containing.js';
import { decodeCursor, decodeKey, encodeCursor, encodeKey } from '../http/page.js';
import { type ListWorkflowsParameters, mostByLastRun } from './list-workflows.schemas.js';
import { workflowsByLastRunSql } from './workflow.sql.js';

export interface WorkflowRows {
  readonly rows: readonly WorkflowEntity[];
  readonly nextCursor?: string;
}

export interface WorkflowList {
  /** Binds its cursors. */
  readonly name: string;
  readonly workspaceId: string;
  readonly parameters: ListWorkflowsParameters;
}

interface Order {
  readonly expression: string;
  /** SQL of the cursor's value. */
  readonly position: string;
  readonly encode: (list: string, workflow: WorkflowEntity) => string;
  readonly decode: (list: string, cursor: string) => { value: Date | string; id: string };
}

const nameKey = z.tuple([z.string().max(1_000), z.guid()]);
const placeKey = z.tuple([z.int(), z.guid()]);

const byTime = (column: string, timeOf: (workflow: WorkflowEntity) => Date): Order => ({
  expression: `workflow.${column}`,
  position: ':value',
  encode: (list, workflow) => encodeCursor(list, { createdAt: timeOf(workflow), id: workflow.id }),
  decode: (list, cursor) => {
    const { createdAt, id } = decodeCursor(list, cursor);
    return { value: createdAt, id };
  },
});

/** Indexes: workflow_of_workspace, workflow_by_update, workflow_by_name. */
const orders: Readonly<Record<Exclude<ListWorkflowsParameters['sort'], 'lastRun'>, Order>> = {
  created: byTime('created_at', ({ createdAt }) => createdAt),
  updated: byTime('updated_at', ({ updatedAt }) => updatedAt),
  name: {
    expression: 'lower(workflow.name)',
    position: 'lower(:value)',
    encode: (list, { name, id }) => encodeKey(list, [name, id]),
    decode: (list, cursor) => {
      const [value, id] = decodeKey(list, cursor, nameKey);
      return { value, id };
    },
  },
};

/** Without the later parameters, as earlier releases wrote it: their cursors stay valid. */
export function listOf(workspaceId: string, parameters: ListWorkflowsParameters): WorkflowList {
  const { search, folderId, deployed, trigger, sort, order } = parameters;
  const early = [search, folderId, deployed].map((filter) => filter ?? null);
  const late = [trigger, sort === 'created' ? undefined : sort, order].map((one) => one ?? null);
  const bound = late.every((one) => one === null) ? early : [...early, ...late];
  const filters = bound.every((one) => one === null) ? '' : JSON.stringify(bound);
  return { name: `workflows:${workspaceId}${filters}`, workspaceId, parameters };
}

/** Names from A to Z, times newest first. */
const isAscending = ({ sort, order }: ListWorkflowsParameters): boolean =>
  (order ?? (sort === 'name' ? 'asc' : 'desc')) === 'asc';

/** @param query of the filtered workflows */
export async function pageInOrder(
  query: SelectQueryBuilder<WorkflowEntity>,
  sort: keyof typeof orders,
  { name, parameters }: WorkflowList,
): Promise<WorkflowRows> {
  const { expression, position, encode, decode } = orders[sort];
  const { cursor, limit } = parameters;
  const [direction, beyond] = isAscending(parameters)
    ? (['ASC', '>'] as const)
    : (['DESC', '<'] as const);
  if (cursor !== undefined)
    query.andWhere(`(${expression}, workflow.id) ${beyond} (${position}, :id)`, {
      ...decode(name, cursor),
    });
  const rows = await query
    .orderBy(expression, direction)
    .addOrderBy('workflow.id', direction)
    .limit(limit + 1)
    .getMany();
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    rows: rows.slice(0, limit),
    ...(last !== undefined && { nextCursor: encode(name, last) }),
  };
}

interface PlacedRow {
  readonly id: string;
  readonly place: number;
  readonly chosen: number;
}

/** @param query of all workflows */
export async function pageByLastRun(
  pool: Pool,
  query: SelectQueryBuilder<WorkflowEntity>,
  { name, workspaceId, parameters }: WorkflowList,
): Promise<WorkflowRows> {
  const { search, folderId = null, deployed = null, trigger = null, cursor, limit } = parameters;
  const after = cursor === undefined ? [null, null] : decodeKey(name, cursor, placeKey);
  const pattern = search === undefined ? null : containing(search);
  const placed = await pool.query<PlacedRow>(workflowsByLastRunSql, [
    ...[workspaceId, pattern, folderId, deployed, trigger],
    ...[mostByLastRun, isAscending(parameters) ? 1 : -1, ...after, limit + 1],
  ]);
  if ((placed.rows[0]?.chosen ?? 0) > mostByLastRun) throw tooMany;
  const page = placed.rows.slice(0, limit);
  const found = await query.whereInIds(page.map(({ id }) => id)).getMany();
  const byId = new Map(found.map((workflow) => [workflow.id, workflow]));
  const last = placed.rows.length > limit ? page.at(-1) : undefined;
  return {
    rows: page.flatMap(({ id }) => byId.get(id) ?? []),
    ...(last !== undefined && { nextCursor: encodeKey(name, [last.place, last.id]) }),
  };
}

const tooMany = new ApiError(
  400,
  'INVALID_PARAMETER',
  `sort: "lastRun" orders at most ${mostByLastRun} workflows; narrow the list with search, folderId, deployed or trigger`,
);
