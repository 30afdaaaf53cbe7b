/**
 * Completed execution -> deliveries. For each matching subscription: bytes stored, then DeliveryScheduled and the first DeliveryDue
 * appended, then the completion's offset counts as settled. Every step may repeat: ids are functions of event and subscription, the
 * stored bytes win over later ones, and the fence lets a repeated DeliveryDue do nothing.
 */
import { groups, headers, topics } from '@libs/contracts';
import type { Config } from '@libs/config';
import { dueRecord, scheduledRecord } from '@libs/delivery';
import type { EventLog, RecordAppender } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { untilItWorks } from '@libs/platform';
import type { Logger } from 'pino';
import { type HeldRecord, TrackedConsumer } from '../consuming/tracked-consumer.js';
import type { Fence } from '../fence/fence.js';
import { DeliveryBodies } from './delivery-bodies.js';
import { subscriptionsOfWorkflowsSql } from './fan-out.sql.js';
import { needsReadModels, planDeliveries, type PlannedDelivery } from './planned-delivery.js';
import { ReadModels } from './read-models.js';
import { subscriptionOf, type SubscriptionRow } from './subscription-rows.js';

type HeldCompletion = HeldRecord<'WorkflowExecutionCompleted'>;

export interface FanOutParts {
  readonly eventLog: EventLog;
  readonly appender: RecordAppender;
  readonly pool: Database['pool'];
  readonly fence: Fence;
  readonly config: Config;
  readonly logger: Logger;
}

/** Open completions may hold outputs of 5 MB each. */
const maxOpenPerPartition = 500;

export class FanOut {
  readonly tracked: TrackedConsumer<'WorkflowExecutionCompleted'>;
  readonly #parts: FanOutParts;
  readonly #bodies: DeliveryBodies;
  readonly #readModels: ReadModels;
  readonly #stopping = new AbortController();

  constructor(parts: FanOutParts) {
    this.#parts = parts;
    this.#bodies = new DeliveryBodies(parts);
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
      const planned = await untilItWorks('planning deliveries', logger, () => this.#plan(held), {
        stopped: this.#stopping.signal,
      });
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
      await untilItWorks('storing deliveries', logger, () => this.#bodies.store(deliveries), {
        stopped: this.#stopping.signal,
      });
      await this.#append(deliveries);
    }
    for (const one of mine) one.settle();
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
