/**
 * Projection of delivery events: deliveries, attempts and their figures. No claims: the topic's key
 * orders each delivery's events.
 */
import { readRecord } from '@libs/consuming';
import { groups, topics } from '@libs/contracts';
import type { ReceivedRecord } from '@libs/event-log';
import type { BatchFold, Projection, RecordOutcome } from '../engine/projection.js';
import type { NotedChange } from '../engine/noted-change.js';
import { keepEarlier, RowsByKey } from '../engine/rows-by-key.js';
import { tableRows, type TableRows } from '../engine/table-write.js';
import {
  changeOfDelivery,
  deliveryAttemptRowOf,
  deliveryEventTypes,
  deliveryRowOf,
  mergeDeliveryRows,
  type DeliveryAttemptRow,
  type DeliveryRow,
} from './delivery.projection.js';
import { deliveryAttemptWrite, deliveryWrite } from './delivery.sql.js';

class DeliveriesFold implements BatchFold {
  readonly #deliveries = new RowsByKey<DeliveryRow>((row) => row.id, mergeDeliveryRows);
  readonly #attempts = new RowsByKey<DeliveryAttemptRow>(
    (row) => `${row.delivery_id}:${row.attempt_number}`,
    keepEarlier,
  );

  readonly #changes: NotedChange[] = [];

  constructor(
    private readonly partition: number,
    readonly claimInForce: number,
  ) {}

  apply(record: ReceivedRecord): RecordOutcome {
    const reading = readRecord(record, deliveryEventTypes, 'newer');
    if (reading.kind !== 'ok') return reading;
    this.#deliveries.add(deliveryRowOf(reading.decoded, this.partition));
    this.#attempts.add(deliveryAttemptRowOf(reading.decoded, this.partition));
    this.#changes.push(changeOfDelivery(reading.decoded));
    return { kind: 'applied' };
  }

  changes(): readonly NotedChange[] {
    return this.#changes;
  }

  rows(): readonly TableRows[] {
    return [
      tableRows(deliveryWrite, this.#deliveries.values()),
      tableRows(
        deliveryAttemptWrite,
        this.#attempts.values().map((row) => ({
          ...row,
          workspace_id: this.#deliveries.get(row.delivery_id)?.workspace_id ?? null,
        })),
      ),
    ];
  }
}

export const deliveriesProjection: Projection = {
  name: 'deliveries',
  topic: topics.deliveryEvents,
  groupId: groups.projectorDeliveries,
  tables: ['delivery', 'delivery_attempt', 'delivery_stats', 'subscription_attempt'],
  startBatch: (partition, claimInForce) => new DeliveriesFold(partition, claimInForce),
};
