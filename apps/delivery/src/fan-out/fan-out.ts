/**
 * Completed execution -> deliveries. For each matching subscription: bytes stored, then DeliveryScheduled and the first DeliveryDue
 * appended, then the completion's offset counts as settled. Every step may repeat: ids are functions of event and subscription, the
 * stored bytes win over later ones, and the fence lets a repeated DeliveryDue do nothing. What nobody waits for is gathered: completions
 * of workflows that nobody is subscribed to, or only receivers that hang, whose first order is parked without a way through the work queue.
 */
import { decodeRecord, groups, headers, topics, UndecodableRecordError } from '@libs/contracts';
import type { Config } from '@libs/config';
import type { EventLog, ReceivedRecord, RecordAppender } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { BatchedCall, untilItWorks } from '@libs/platform';
import type { Logger } from 'pino';
import { LRUCache } from 'lru-cache';
import { type HeldRecord, TrackedConsumer } from '../consuming/tracked-consumer.js';
import type { Fence } from '../fence/fence.js';
import type { ParkingPlace } from '../sender/parking.js';
import { DeliveryBodies, inParts } from './delivery-bodies.js';
import { subscriptionsOfWorkflowsSql } from './fan-out.sql.js';
import { firstRecords } from './first-records.js';
import {
  needsReadModels,
  type PlacedDelivery,
  planDeliveries,
  type PlannedDelivery,
} from './planned-delivery.js';
import { ReadModels } from './read-models.js';
import { subscriptionOf, type SubscriptionRow } from './subscription-rows.js';

type HeldCompletion = HeldRecord<'WorkflowExecutionCompleted'>;

/** Completions that are handed over together. */
interface Group {
  readonly completions: readonly HeldCompletion[];
  readonly waits: boolean;
}

export interface FanOutParts {
  readonly eventLog: EventLog;
  readonly appender: RecordAppender;
  readonly pool: Database['pool'];
  readonly fence: Fence;
  readonly config: Config;
  readonly logger: Logger;
  /** Where to park the first order for a receiver that is known to take none now; null: unknown. */
  placeFor(subscriptionId: string): ParkingPlace | null;
  onParked(tier: string): void;
}

/** Open completions may hold outputs of 5 MB each. */
const maxOpenPerPartition = 500;
/** So long nobody waited for a workflow's completions the last time is taken for now; a new subscription gets its first one late by a gathering. */
const noHurryMs = 2_000;
const maxWorkflows = 10_000;
const gatherMs = 100;
const maxGathered = 200;

export class FanOut {
  readonly tracked: TrackedConsumer<'WorkflowExecutionCompleted'>;
  readonly #parts: FanOutParts;
  readonly #bodies: DeliveryBodies;
  readonly #readModels: ReadModels;
  readonly #stopping = new AbortController();
  /** Workflows whose completions nobody waited for. */
  readonly #inNoHurry = new LRUCache<string, true>({ max: maxWorkflows, ttl: noHurryMs });
  readonly #gathered: BatchedCall<HeldCompletion, undefined>;

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
      onRecords: (held) => this.#receive(held),
    });
    this.#gathered = new BatchedCall(
      (held) => {
        // A batch that waits for the read models holds up no other.
        void this.#take(held);
        return Promise.resolve(held.map(() => undefined));
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

  /** The same for completions that were handed over before, should what was stored of them be lost. Rejects when it stops. */
  async again(records: readonly ReceivedRecord[]): Promise<void> {
    const open = new Set<ReceivedRecord>();
    const held = records.flatMap((record): HeldCompletion[] => {
      const data = completionOf(record);
      if (data === null) return [];
      open.add(record);
      return [{ record, data, lost: false, settle: () => open.delete(record) }];
    });
    await this.#take(held, true);
    if (open.size > 0) throw new Error('stopped before all deliveries were stored');
  }

  #receive(held: readonly HeldCompletion[]): void {
    const urgent: HeldCompletion[] = [];
    for (const one of held) {
      if (this.#inNoHurry.has(one.data.workflowId)) void this.#gathered.call(one);
      else urgent.push(one);
    }
    if (urgent.length > 0) void this.#take(urgent);
  }

  /** What does not finish before the process stops stays unsettled and is read again. */
  async #take(held: readonly HeldCompletion[], isAgain = false): Promise<void> {
    const { logger } = this.#parts;
    try {
      const planned = await untilItWorks('planning deliveries', logger, () => this.#plan(held), {
        stopped: this.#stopping.signal,
      });
      await Promise.all(
        this.#groupsOf(held, planned).map((group) => this.#handOver(group, planned, isAgain)),
      );
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

  /**
   * A completion waits for the read models only when one of its subscriptions wants what they hold, and only with those of its own
   * partition of the ledger: a projection that stands still on one holds up no other.
   */
  #groupsOf(
    held: readonly HeldCompletion[],
    planned: ReadonlyMap<HeldCompletion, readonly PlannedDelivery[]>,
  ): readonly Group[] {
    const waitsFor = (one: HeldCompletion): number | null =>
      (planned.get(one) ?? []).some(needsReadModels) ? one.data.ledgerPartition : null;
    return [...Map.groupBy(held, waitsFor)].map(([ledgerPartition, completions]) => ({
      completions,
      waits: ledgerPartition !== null,
    }));
  }

  async #handOver(
    { completions, waits }: Group,
    planned: ReadonlyMap<HeldCompletion, readonly PlannedDelivery[]>,
    isAgain: boolean,
  ): Promise<void> {
    if (waits) await this.#readModels.havePassed(completions.map(({ data }) => data));
    const announced = completions.map((one) => {
      const deliveries = (planned.get(one) ?? []).map((delivery) => this.#place(delivery));
      if (deliveries.every(({ state, place }) => state === 'suppressed' || place !== null))
        this.#inNoHurry.set(one.data.workflowId, true);
      else this.#inNoHurry.delete(one.data.workflowId);
      return { one, deliveries };
    });
    // A completion that thousands are subscribed to comes last.
    announced.sort((a, b) => a.deliveries.length - b.deliveries.length);
    for (const part of inParts(announced)) {
      await this.#schedule(
        part.flatMap(({ deliveries }) => deliveries),
        isAgain,
      );
      for (const { one } of part) one.settle();
    }
  }

  async #schedule(deliveries: readonly PlacedDelivery[], isAgain: boolean): Promise<void> {
    if (deliveries.length === 0) return;
    const { logger } = this.#parts;
    const stored = await untilItWorks(
      'storing deliveries',
      logger,
      () => this.#bodies.store(deliveries),
      { stopped: this.#stopping.signal },
    );
    const ids = stored.map(({ deliveryId }) => deliveryId);
    // What was attempted before has its records.
    const attempted = isAgain ? await this.#parts.fence.catchUp(ids) : new Set<string>();
    await this.#append(stored.filter(({ deliveryId }) => !attempted.has(deliveryId)));
  }

  #place(delivery: PlannedDelivery): PlacedDelivery {
    const { state, subscription } = delivery;
    const place = state === 'suppressed' ? null : this.#parts.placeFor(subscription.id);
    return { ...delivery, place };
  }

  async #append(deliveries: readonly PlacedDelivery[]): Promise<void> {
    const { appender, config, onParked } = this.#parts;
    const now = Date.now();
    const records = deliveries.flatMap((delivery) =>
      firstRecords(delivery, config.FLOWLEDGER_MAX_ATTEMPTS, now),
    );
    await Promise.all(records.map((record) => appender.append(record)));
    for (const { state, place } of deliveries)
      if (state === 'pending' && place !== null) onParked(place.tier.name);
  }
}

/** Null for what the consumer of the group sets aside or holds. */
function completionOf({ value }: ReceivedRecord): HeldCompletion['data'] | null {
  try {
    const decoded = decodeRecord(value);
    return decoded.type === 'WorkflowExecutionCompleted' ? decoded.data : null;
  } catch (error) {
    if (error instanceof UndecodableRecordError) return null;
    throw error;
  }
}
