/** Batches in requests and answers. */
import { z } from 'zod';
import { answer, instant, objectOf, one, open, page, type View } from '../http/answers.js';
import { exampleIds, updatedAt } from '../http/example-values.js';
import type { LogFilters } from '../logs/query/log-parameters.js';

/** The account's rate limit already slows reruns; this default keeps the log readable. */
const defaultPerSecond = 50;

const time = z.iso.datetime({ offset: true });

const unended = ['queued', 'running', 'retrying', 'paused'] as const;
const ended = ['error', 'cancelled'] as const;

/** Executions as the log lists them; every given filter must match. */
const filter = z.strictObject({
  executionIds: z
    .array(z.uuid())
    .min(1)
    .max(1_000)
    .optional()
    .describe('Only these, as they were selected.'),
  notWorkflowIds: z.array(z.uuid()).min(1).max(200).optional(),
  version: z.int32().min(1).optional().describe('Ran this deployed version.'),
  workflowIds: z.array(z.uuid()).min(1).max(200).optional(),
  folderIds: z.array(z.string().min(1)).min(1).max(200).optional(),
  triggers: z
    .array(z.enum(['api', 'webhook', 'schedule', 'manual', 'chat']))
    .min(1)
    .optional(),
  /** Bounds the start of the execution. */
  startDate: time.optional(),
  endDate: time.optional(),
});

const shared = {
  /** Most executions handled per second. */
  perSecond: z.int().min(1).max(500).default(defaultPerSecond),
  /** Counts the matches and changes nothing. */
  dryRun: z.boolean().default(false),
};

export const batchBody = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('cancel'),
    filter: z.strictObject({ ...filter.shape, status: z.enum(unended).optional() }),
    reason: z.string().min(1).max(500).default('Cancelled with others'),
    ...shared,
  }),
  z.strictObject({
    action: z.literal('rerun'),
    filter: z.strictObject({
      ...filter.shape,
      status: z.enum(ended).default('error'),
      /** Code of the error the executions ended with. */
      errorCode: z.string().min(1).max(100).optional(),
      fingerprint: z.guid().optional().describe('Failed like this group of errors.'),
    }),
    ...shared,
  }),
]);
export type BatchBody = z.output<typeof batchBody>;
export type BatchAction = BatchBody['action'];

/** The filter as stored, after validation. */
export type BatchFilter = z.output<typeof filter> & {
  readonly status?: string | undefined;
  readonly errorCode?: string | undefined;
  readonly fingerprint?: string | undefined;
};

export const logFiltersOf = (
  workspaceId: string,
  { executionIds: _, startDate, endDate, ...same }: BatchFilter,
): LogFilters => ({
  workspaceId,
  ...(same as Omit<LogFilters, 'workspaceId' | 'startDate' | 'endDate'>),
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

const batchView = z.object({
  id: z.string(),
  action: z.enum(['cancel', 'rerun']),
  filter: objectOf<BatchFilter>(),
  perSecond: z.int(),
  state: z.enum(['running', 'finished', 'cancelled']),
  matching: z.int().describe('Matching records at its start.'),
  ordered: z.int().describe('Executions cancelled or run again so far.'),
  /** Their version or input is gone. */
  refused: z.int().describe('Executions that were refused.'),
  waitsFor: z
    .string()
    .nullable()
    .describe('Code of the error that the batch waits to clear, e.g. RATE_LIMITED.'),
  createdAt: instant,
  updatedAt: instant,
});
export type BatchView = View<typeof batchView>;

/** A dry run has the counts only. */
const startedBatchView = open({
  ...batchView.partial().shape,
  matching: z.int(),
  ordered: z.int(),
});
export type StartedBatchView = View<typeof startedBatchView>;

const example: z.input<typeof batchView> = {
  id: exampleIds.batch,
  action: 'rerun',
  filter: { status: 'error' },
  perSecond: 50,
  state: 'running',
  matching: 120,
  ordered: 40,
  refused: 1,
  waitsFor: null,
  createdAt: updatedAt,
  updatedAt,
};
export const batchAnswer = answer('BatchAnswer', one(batchView), { data: example });
export const batchPage = answer('BatchPage', page(batchView), { data: [example] });
export const startedBatchAnswer = answer('StartedBatchAnswer', one(startedBatchView), {
  data: example,
});

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
