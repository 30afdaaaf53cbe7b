/**
 * Completed execution -> deliveries. For each matching subscription: bytes stored, then DeliveryScheduled and the first DeliveryDue
 * appended, then the completion's offset counts as settled. Every step may repeat: ids are functions of event and subscription, the
 * stored bytes win over later ones, and the fence lets a repeated DeliveryDue do nothing.
 */
import { groups, headers, topics, type WorkflowExecutionCompleted } from '@libs/contracts';
import type { Config } from '@libs/config';
import { buildPayload, dueRecord, type PayloadExtras, scheduledRecord } from '@libs/delivery';
import type { EventLog, RecordAppender } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import type { Logger } from 'pino';
import { type HeldRecord, TrackedConsumer } from '../consuming/tracked-consumer.js';
import { untilItWorks } from '../consuming/until-it-works.js';
import type { Fence } from '../fence/fence.js';
import { type AccountStanding, readAccountStandings } from './account-standing.js';
import { subscriptionsOfWorkflowsSql, traceSpansSql } from './fan-out.sql.js';
import {
  type FanOutSubscription,
  needsReadModels,
  planDeliveries,
  type PlannedDelivery,
} from './planned-delivery.js';
import { ReadModels } from './read-models.js';

type HeldCompletion = HeldRecord<'WorkflowExecutionCompleted'>;

export interface FanOutParts {
  readonly eventLog: EventLog;
  readonly appender: RecordAppender;
  readonly pool: Database['pool'];
  readonly fence: Fence;
  readonly config: Config;
  readonly logger: Logger;
}

interface SubscriptionRow {
  id: string;
  workspace_id: string;
  workflow_id: string | null;
  url: string;
  include_final_output: boolean;
  include_trace_spans: boolean;
  include_rate_limits: boolean;
  include_usage_data: boolean;
  level_filter: string[];
  trigger_filter: string[];
  active: boolean;
}

/** Open completions may hold outputs of 5 MB each. */
const maxOpenPerPartition = 500;
const noExtras: PayloadExtras = { traceSpans: '[]', rateLimits: null, usage: null };

const subscriptionOf = (row: SubscriptionRow): FanOutSubscription => ({
  id: row.id,
  workspaceId: row.workspace_id,
  workflowId: row.workflow_id,
  url: row.url,
  includeFinalOutput: row.include_final_output,
  includeTraceSpans: row.include_trace_spans,
  includeRateLimits: row.include_rate_limits,
  includeUsageData: row.include_usage_data,
  levelFilter: row.level_filter,
  triggerFilter: row.trigger_filter,
  active: row.active,
});

export class FanOut {
  readonly tracked: TrackedConsumer<'WorkflowExecutionCompleted'>;
  readonly #parts: FanOutParts;
  readonly #readModels: ReadModels;
  readonly #stopping = new AbortController();

  constructor(parts: FanOutParts) {
    this.#parts = parts;
    this.#readModels = new ReadModels(parts.pool, parts.logger, this.#stopping.signal);
    this.tracked = new TrackedConsumer({
      eventLog: parts.eventLog,
      poison: parts.appender,
      logger: parts.logger,
      groupId: groups.deliveryFanout,
      topic: topics.completed,
      type: 'WorkflowExecutionCompleted',
      readCommitted: true,
      sessionTimeoutMs: parts.config.FLOWLEDGER_SESSION_TIMEOUT_MS,
      maxOpenPerPartition,
      onRecords: (held) => void this.#take(held),
    });
  }

  async stop(): Promise<void> {
    this.tracked.drain();
    this.#stopping.abort();
    await this.tracked.stop();
  }

  /** What does not finish before the process stops stays unsettled and is read again. */
  async #take(held: readonly HeldCompletion[]): Promise<void> {
    const { logger } = this.#parts;
    try {
      const planned = await untilItWorks('planning deliveries', logger, this.#stopping.signal, () =>
        this.#plan(held),
      );
      await Promise.all([
        this.#handOver(held, planned, false),
        this.#handOver(held, planned, true),
      ]);
    } catch (error) {
      if (!this.#stopping.signal.aborted)
        logger.error({ err: error }, 'deliveries could not be scheduled');
    }
  }

  async #plan(
    held: readonly HeldCompletion[],
  ): Promise<ReadonlyMap<HeldCompletion, readonly PlannedDelivery[]>> {
    const workflowIds = [...new Set(held.map(({ data }) => data.workflowId))];
    const workspaceIds = [...new Set(held.map(({ data }) => data.workspaceId))];
    const { rows } = await this.#parts.pool.query<SubscriptionRow>({
      name: 'subscriptions-of-workflows',
      text: subscriptionsOfWorkflowsSql,
      values: [workflowIds, workspaceIds],
    });
    const byWorkspace = Map.groupBy(rows.map(subscriptionOf), ({ workspaceId }) => workspaceId);
    return new Map(
      held.map((one) => [
        one,
        planDeliveries(one.data, byWorkspace.get(one.data.workspaceId) ?? [], {
          traceparent: one.record.headers[headers.traceparent] ?? null,
          publishedAt: one.record.timestampMs,
        }),
      ]),
    );
  }

  /** A completion waits for the read models only when one of its subscriptions wants what they hold. */
  async #handOver(
    held: readonly HeldCompletion[],
    planned: ReadonlyMap<HeldCompletion, readonly PlannedDelivery[]>,
    waits: boolean,
  ): Promise<void> {
    const mine = held.filter((one) => (planned.get(one) ?? []).some(needsReadModels) === waits);
    if (mine.length === 0) return;
    const deliveries = mine.flatMap((one) => planned.get(one) ?? []);
    if (waits) await this.#readModels.havePassed(mine.map(({ data }) => data));
    if (deliveries.length > 0) {
      const { logger } = this.#parts;
      await untilItWorks('storing deliveries', logger, this.#stopping.signal, () =>
        this.#store(deliveries),
      );
      await this.#append(deliveries);
    }
    for (const one of mine) one.settle();
  }

  async #store(deliveries: readonly PlannedDelivery[]): Promise<void> {
    const extrasOf = await this.#readExtras(deliveries);
    const bodies = new Map<string, Buffer>();
    await this.#parts.fence.insert(
      deliveries.map(({ deliveryId, subscription, completed, state, traceparent }) => {
        const { includeFinalOutput, includeTraceSpans, includeRateLimits, includeUsageData } =
          subscription;
        const key = [
          completed.eventId,
          includeFinalOutput,
          includeTraceSpans,
          includeRateLimits,
          includeUsageData,
        ].join();
        const body = bodies.get(key) ?? buildPayload(completed, subscription, extrasOf(completed));
        bodies.set(key, body);
        return {
          deliveryId,
          subscriptionId: subscription.id,
          workspaceId: subscription.workspaceId,
          eventId: completed.eventId,
          body,
          state,
          traceparent,
        };
      }),
    );
  }

  async #readExtras(
    deliveries: readonly PlannedDelivery[],
  ): Promise<(completed: WorkflowExecutionCompleted) => PayloadExtras> {
    const { pool, config } = this.#parts;
    const withSpans = deliveries.filter(({ subscription }) => subscription.includeTraceSpans);
    const withStanding = deliveries.filter(
      ({ subscription }) => subscription.includeRateLimits || subscription.includeUsageData,
    );
    if (withSpans.length === 0 && withStanding.length === 0) return () => noExtras;
    const spans = new Map<string, string>();
    if (withSpans.length > 0) {
      const ids = [...new Set(withSpans.map(({ completed }) => completed.executionId))];
      const { rows } = await pool.query<{ execution_id: string; spans: string }>(traceSpansSql, [
        ids,
      ]);
      for (const row of rows) spans.set(row.execution_id, row.spans);
    }
    const accountIds = [...new Set(withStanding.map(({ completed }) => completed.accountId))];
    const standings: ReadonlyMap<string, AccountStanding> =
      accountIds.length > 0
        ? await readAccountStandings(pool, config, accountIds, Date.now())
        : new Map();
    return ({ executionId, accountId }) => ({
      ...noExtras,
      ...standings.get(accountId),
      traceSpans: spans.get(executionId) ?? '[]',
    });
  }

  async #append(deliveries: readonly PlannedDelivery[]): Promise<void> {
    const { appender, config } = this.#parts;
    const now = Date.now();
    const records = deliveries.flatMap(
      ({ deliveryId, subscription, completed, state, publishedAt, traceparent }) => {
        const scheduled = scheduledRecord(
          {
            deliveryId,
            subscriptionId: subscription.id,
            workspaceId: subscription.workspaceId,
            workflowId: completed.workflowId,
            executionId: completed.executionId,
            eventId: completed.eventId,
            url: subscription.url,
            state,
            maxAttempts: config.FLOWLEDGER_MAX_ATTEMPTS,
            occurredAt: now,
          },
          traceparent,
        );
        if (state === 'suppressed') return [scheduled];
        const due = dueRecord(topics.deliveryRequests, {
          deliveryId,
          subscriptionId: subscription.id,
          step: 1,
          dueAt: Math.min(publishedAt, now),
          trigger: 'automatic',
        });
        return [due, scheduled];
      },
    );
    await Promise.all(records.map((record) => appender.append(record)));
  }
}
