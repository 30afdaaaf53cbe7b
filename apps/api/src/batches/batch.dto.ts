/** What a batch is asked for, and how callers see it. */
import { z } from 'zod';
import { pageParameters } from '../http/page.js';
import type { LogFilters } from '../logs/log-parameters.js';

/** An account's limit slows a rerun down on its own; this keeps the log readable for those who watch. */
const defaultPerSecond = 50;

const instant = z.iso.datetime({ offset: true });

const open = ['queued', 'running', 'retrying', 'paused'] as const;
const ended = ['error', 'cancelled'] as const;

/** Of executions as the log shows them: all that is given must fit. */
const filter = z.strictObject({
  workflowIds: z.array(z.uuid()).min(1).max(200).optional(),
  folderIds: z.array(z.string().min(1)).min(1).max(200).optional(),
  triggers: z
    .array(z.enum(['api', 'webhook', 'schedule', 'manual', 'chat']))
    .min(1)
    .optional(),
  /** When they began. */
  startDate: instant.optional(),
  endDate: instant.optional(),
});

const shared = {
  /** How many are ordered per second at most. */
  perSecond: z.int().min(1).max(500).default(defaultPerSecond),
  /** Counts and does nothing. */
  dryRun: z.boolean().default(false),
};

export const batchBody = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('cancel'),
    filter: z.strictObject({ ...filter.shape, status: z.enum(open).optional() }),
    reason: z.string().min(1).max(500).default('Cancelled with others'),
    ...shared,
  }),
  z.strictObject({
    action: z.literal('rerun'),
    filter: z.strictObject({
      ...filter.shape,
      status: z.enum(ended).default('error'),
      /** Of the error that they ended with. */
      errorCode: z.string().min(1).max(100).optional(),
    }),
    ...shared,
  }),
]);
export type BatchBody = z.output<typeof batchBody>;
export type BatchAction = BatchBody['action'];

export const listBatchesQuery = z.strictObject(pageParameters);

/** As it stands in the row, after its check. */
export type BatchFilter = z.output<typeof filter> & {
  readonly status?: string | undefined;
  readonly errorCode?: string | undefined;
};

export const logFiltersOf = (
  workspaceId: string,
  { errorCode: _, startDate, endDate, ...same }: BatchFilter,
): LogFilters => ({
  workspaceId,
  ...(same as Pick<LogFilters, 'workflowIds' | 'folderIds' | 'triggers' | 'status'>),
  ...(startDate !== undefined && { startDate: new Date(startDate) }),
  ...(endDate !== undefined && { endDate: new Date(endDate) }),
});

export interface BatchRow {
  id: string;
  workspace_id: string;
  action: BatchAction;
  filter: BatchFilter;
  reason: string | null;
  per_second: number;
  state: 'running' | 'finished' | 'cancelled';
  matching: number;
  ordered: number;
  refused: number;
  waits_for: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface BatchView {
  readonly id: string;
  readonly action: BatchAction;
  readonly filter: BatchFilter;
  readonly perSecond: number;
  readonly state: 'running' | 'finished' | 'cancelled';
  /** How many there were when it began. */
  readonly matching: number;
  /** How many have been cancelled or run again so far. */
  readonly ordered: number;
  /** How many could not be: their version or input is gone. */
  readonly refused: number;
  /** Code of the error that it waits out at the moment, e.g. `RATE_LIMITED`. */
  readonly waitsFor: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const batchViewOf = (row: BatchRow): BatchView => ({
  id: row.id,
  action: row.action,
  filter: row.filter,
  perSecond: row.per_second,
  state: row.state,
  matching: row.matching,
  ordered: row.ordered,
  refused: row.refused,
  waitsFor: row.waits_for,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
