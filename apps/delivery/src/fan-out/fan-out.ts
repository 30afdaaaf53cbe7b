/**
 * Completed execution -> deliveries. For each matching subscription: the body is stored, then
 * DeliveryScheduled and the first DeliveryDue are appended, then the completion settles. Every step
 * may repeat: ids derive from event and subscription, the first stored bytes win, and the fence
 * ignores a repeated DeliveryDue. Completions without subscriptions, or with hung receivers only,
 * are batched; the latter's first due records go straight to a delay tier.
 */
import { readRecord } from '@libs/consuming';
import { groups, headers, topics } from '@libs/contracts';
import type { Config } from '@libs/config';
import type { EventLog, ReceivedRecord, RecordAppender } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { BatchedCall, type ReadModelProgress, retryUntil } from '@libs/platform';
import type { Logger } from 'pino';
import { LRUCache } from 'lru-cache';
import { type OpenRecord, TrackedConsumer } from '../consuming/tracked-consumer.js';
import type { Fence } from '../fence/fence.js';
import type { ParkTarget } from '../sender/parking.js';
import { DeliveryBodies, inParts } from './delivery-bodies.js';
import { subscriptionsOfWorkflowsSql } from './fan-out.sql.js';
import { firstRecords } from './first-records.js';
import {
  needsReadModels,
  type TargetedDelivery,
  planDeliveries,
  type PlannedDelivery,
  subscriptionOf,
  type SubscriptionRow,
} from './planned-delivery.js';

type OpenCompletion = OpenRecord<'WorkflowExecutionCompleted'>;

/** Completions that are processed together. */
interface Group {
  readonly completions: readonly OpenCompletion[];
  /** Whose read models they wait for; null: none. */
  readonly ledgerPartition: number | null;
}

export interface FanOutParts {
  readonly eventLog: EventLog;
  readonly appender: RecordAppender;
  readonly pool: Database['pool'];
  readonly progress: Pick<ReadModelProgress, 'passed'>;
  readonly fence: Fence;
  readonly config: Config;
  readonly logger: Logger;
  /** Where to park the first due record of a receiver that accepts none now; null: unknown. */
  parkTargetOf(subscriptionId: string): ParkTarget | null;
  onParked(tier: string): void;
}

/** Open completions may hold outputs of 5 MB each. */
const maxOpenPerPartition = 500;
/**
 * How long a workflow stays in the batched class after a completion that nothing waited for. A new
 * subscription gets its first delivery one gathering late.
 */
const noHurryMs = 2_000;
const maxWorkflows = 10_000;
const retryProgressMs = 500;
const gatherMs = 100;
const maxGathered = 200;

export class FanOut {
  readonly tracked: TrackedConsumer<'WorkflowExecutionCompleted'>;
  readonly #parts: FanOutParts;
  readonly #bodies: DeliveryBodies;
  readonly #stopping = new AbortController();
  /** Workflows whose last completion nothing waited for. */
  readonly #inNoHurry = new LRUCache<string, true>({ max: maxWorkflows, ttl: noHurryMs });
  readonly #gathered: BatchedCall<OpenCompletion, undefined>;

  constructor(parts: FanOutParts) {
    this.#parts = parts;
    this.#bodies = new DeliveryBodies(parts);
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
      onRecords: (completions) => this.#receive(completions),
    });
    this.#gathered = new BatchedCall(
      (completions) => {
        // A batch that waits for the read models delays no other batch.
        void this.#fanOut(completions);
        return Promise.resolve(completions.map(() => undefined));
      },
      maxGathered,
      0,
      gatherMs,
    );
  }

  async stop(): Promise<void> {
    this.tracked.drain();
    this.#stopping.abort();
    await this.tracked.stop();
  }

  /**
   * Repeats the fan-out of earlier completions whose stored deliveries may be lost. Rejects when
   * the process stops first.
   */
  async again(records: readonly ReceivedRecord[]): Promise<void> {
    const open = new Set<ReceivedRecord>();
    const completions = records.flatMap((record): OpenCompletion[] => {
      const data = completionOf(record);
      if (data === null) return [];
      open.add(record);
      return [{ record, data, lost: false, settle: () => open.delete(record) }];
    });
    await this.#fanOut(completions, true);
    if (open.size > 0) throw new Error('stopped before all deliveries were stored');
  }

  #receive(completions: readonly OpenCompletion[]): void {
    const urgent: OpenCompletion[] = [];
    for (const one of completions) {
      if (this.#inNoHurry.has(one.data.workflowId)) void this.#gathered.call(one);
      else urgent.push(one);
    }
    if (urgent.length > 0) void this.#fanOut(urgent);
  }

  /** A completion that is not finished when the process stops stays unsettled and is read again. */
  async #fanOut(completions: readonly OpenCompletion[], isAgain = false): Promise<void> {
    const { logger } = this.#parts;
    try {
      const planned = await retryUntil(
        'planning deliveries',
        logger,
        () => this.#plan(completions),
        {
          stopped: this.#stopping.signal,
        },
      );
      await Promise.all(
        this.#groupsOf(completions, planned).map((group) =>
          this.#handOver(group, planned, isAgain),
        ),
      );
    } catch (error) {
      if (!this.#stopping.signal.aborted)
        logger.error({ err: error }, 'deliveries could not be scheduled');
    }
  }

  async #plan(
    completions: readonly OpenCompletion[],
  ): Promise<ReadonlyMap<OpenCompletion, readonly PlannedDelivery[]>> {
    const workflowIds = [...new Set(completions.map(({ data }) => data.workflowId))];
    const workspaceIds = [...new Set(completions.map(({ data }) => data.workspaceId))];
    const { rows } = await this.#parts.pool.query<SubscriptionRow>({
      name: 'subscriptions-of-workflows',
      text: subscriptionsOfWorkflowsSql,
      values: [workflowIds, workspaceIds],
    });
    const byWorkspace = Map.groupBy(rows.map(subscriptionOf), ({ workspaceId }) => workspaceId);
    return new Map(
      completions.map((one) => [
        one,
        planDeliveries(one.data, byWorkspace.get(one.data.workspaceId) ?? [], {
          traceparent: one.record.headers[headers.traceparent] ?? null,
          publishedAt: one.record.timestampMs,
        }),
      ]),
    );
  }

  /**
   * A completion waits for read models only if one of its subscriptions needs them, and only for
   * its own ledger partition: a halted projection partition delays no other.
   */
  #groupsOf(
    all: readonly OpenCompletion[],
    planned: ReadonlyMap<OpenCompletion, readonly PlannedDelivery[]>,
  ): readonly Group[] {
    const waitsFor = (one: OpenCompletion): number | null =>
      (planned.get(one) ?? []).some(needsReadModels) ? one.data.ledgerPartition : null;
    return [...Map.groupBy(all, waitsFor)].map(([ledgerPartition, completions]) => ({
      completions,
      ledgerPartition,
    }));
  }

  async #handOver(
    group: Group,
    planned: ReadonlyMap<OpenCompletion, readonly PlannedDelivery[]>,
    isAgain: boolean,
  ): Promise<void> {
    await this.#untilProjected(group);
    const { completions } = group;
    const announced = completions.map((one) => {
      const deliveries = (planned.get(one) ?? []).map((delivery) => this.#targeted(delivery));
      if (
        deliveries.every(({ state, parkTarget }) => state === 'suppressed' || parkTarget !== null)
      )
        this.#inNoHurry.set(one.data.workflowId, true);
      else this.#inNoHurry.delete(one.data.workflowId);
      return { one, deliveries };
    });
    // A completion with thousands of subscriptions goes last.
    announced.sort((a, b) => a.deliveries.length - b.deliveries.length);
    for (const part of inParts(announced)) {
      await this.#schedule(
        part.flatMap(({ deliveries }) => deliveries),
        isAgain,
      );
      for (const { one } of part) one.settle();
    }
  }

  async #untilProjected({ completions, ledgerPartition: partition }: Group): Promise<void> {
    if (partition === null) return;
    const { logger, progress } = this.#parts;
    const stopped = this.#stopping.signal;
    const offset = Math.max(...completions.map(({ data }) => data.ledgerOffset)) + 1;
    await retryUntil(
      'reading the progress of read models',
      logger,
      () => progress.passed({ partition, offset }, stopped),
      { stopped, delayMs: retryProgressMs },
    );
    stopped.throwIfAborted();
  }

  async #schedule(deliveries: readonly TargetedDelivery[], isAgain: boolean): Promise<void> {
    if (deliveries.length === 0) return;
    const { logger } = this.#parts;
    const stored = await retryUntil(
      'storing deliveries',
      logger,
      () => this.#bodies.store(deliveries),
      { stopped: this.#stopping.signal },
    );
    const ids = stored.map(({ deliveryId }) => deliveryId);
    // Deliveries attempted before the restore already have their records.
    const attempted = isAgain ? await this.#parts.fence.catchUp(ids) : new Set<string>();
    await this.#append(stored.filter(({ deliveryId }) => !attempted.has(deliveryId)));
  }

  #targeted(delivery: PlannedDelivery): TargetedDelivery {
    const { state, subscription } = delivery;
    const parkTarget = state === 'suppressed' ? null : this.#parts.parkTargetOf(subscription.id);
    return { ...delivery, parkTarget };
  }

  async #append(deliveries: readonly TargetedDelivery[]): Promise<void> {
    const { appender, config, onParked } = this.#parts;
    const now = Date.now();
    const records = deliveries.flatMap((delivery) =>
      firstRecords(delivery, config.FLOWLEDGER_MAX_ATTEMPTS, now),
    );
    await Promise.all(records.map((record) => appender.append(record)));
    for (const { state, parkTarget } of deliveries)
      if (state === 'pending' && parkTarget !== null) onParked(parkTarget.tier.name);
  }
}

/** Null for a record that the group's consumer sets aside or holds. */
function completionOf(record: ReceivedRecord): OpenCompletion['data'] | null {
  const reading = readRecord(record, ['WorkflowExecutionCompleted']);
  return reading.kind === 'ok' ? reading.decoded.data : null;
}
