import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { z } from 'zod';
import { shownPayload } from '../http/json-text.js';
import { decodeKey, encodeKey, epochMs, type Page } from '../http/page.js';
import type { ApprovalsParameters, ApprovalView } from './approval.schemas.js';
import { waitingApprovalsSql } from './approvals.sql.js';

/** A page of waiting approvals. A page before the last may be short, or empty. */
export class ListApprovals extends Query<Page<ApprovalView>> {
  constructor(
    readonly workspaceId: string,
    readonly parameters: ApprovalsParameters,
  ) {
    super();
  }
}

interface Execution {
  readonly id: string;
  readonly execution_id: string;
  readonly workflow_id: string;
  readonly workflow_name: string;
  readonly execution_started_at: Date;
  readonly place: number;
}

interface ApprovalRow extends Execution {
  readonly block_id: string;
  readonly block_name: string;
  readonly iteration: string;
  readonly started_at: Date;
  readonly message: string | null;
  readonly expires_at: string | null;
}

/** The end of the walk, where the last execution has no approval. */
type Row = ApprovalRow | (Execution & { readonly block_id: null });

/** Unended executions looked at for one page. */
const maxWalked = 1_000;

const keyShape = z.tuple([
  epochMs,
  z.uuid(),
  // Null: nothing of this execution is left.
  z.string().max(64).nullable(),
  z.string().max(4_096).nullable(),
]);

@QueryHandler(ListApprovals)
export class ListApprovalsHandler implements IQueryHandler<ListApprovals> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({
    workspaceId,
    parameters: { limit, cursor },
  }: ListApprovals): Promise<Page<ApprovalView>> {
    const list = `approvals:${workspaceId}`;
    const [startedAt = null, logId = null, blockId = null, iteration = null] =
      cursor === undefined ? [] : decodeKey(list, cursor, keyShape);
    const { rows } = await this.database.pool.query<Row>(waitingApprovalsSql, [
      ...[workspaceId, startedAt === null ? null : new Date(startedAt), logId],
      ...[blockId, iteration, maxWalked, limit + 1],
    ]);
    const shown = rows.filter((row) => row.block_id !== null).slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : rows.findLast(isWalkEnd);
    return {
      data: shown.map(viewOf),
      ...(last !== undefined && { nextCursor: encodeKey(list, keyOf(last, rows.length > limit)) }),
    };
  }
}

const isWalkEnd = ({ place }: Row): boolean => place === maxWalked;

const keyOf = (row: Row, isFullPage: boolean): z.output<typeof keyShape> => [
  ...([row.execution_started_at.getTime(), row.id] as const),
  ...(isFullPage && row.block_id !== null
    ? ([row.block_id, row.iteration] as const)
    : ([null, null] as const)),
];

const viewOf = (row: ApprovalRow): ApprovalView => ({
  executionId: row.execution_id,
  workflowId: row.workflow_id,
  workflowName: row.workflow_name,
  blockId: row.block_id,
  blockName: row.block_name,
  iteration: row.iteration,
  message: shownPayload(row.message)?.text ?? null,
  since: row.started_at.toISOString(),
  expiresAt: row.expires_at,
});
