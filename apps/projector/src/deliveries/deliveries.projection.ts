/** Projection of delivery events. No claims: the topic's key orders each delivery's events. */
import {
  decodeRecord,
  groups,
  topics,
  UndecodableRecordError,
  type DecodedRecord,
} from '@libs/contracts';
import type { ReceivedRecord } from '@libs/event-log';
import type { BatchFold, Projection, RecordOutcome } from '../engine/projection.js';
import { keepEarlier, RowsByKey } from '../engine/rows-by-key.js';
import { tableRows, type TableRows } from '../engine/table-write.js';
import {
  deliveryAttemptRowOf,
  deliveryEventTypes,
  deliveryRowOf,
  mergeDeliveryRows,
  type DeliveryAttemptRow,
  type DeliveryEvent,
  type DeliveryRow,
} from './delivery.projection.js';
import { deliveryAttemptWrite, deliveryWrite } from './delivery.sql.js';

const isDeliveryEvent = (record: DecodedRecord): record is DeliveryEvent =>
  (deliveryEventTypes as readonly string[]).includes(record.type);

class DeliveriesFold implements BatchFold {
  readonly #deliveries = new RowsByKey<DeliveryRow>((row) => row.id, mergeDeliveryRows);
  readonly #attempts = new RowsByKey<DeliveryAttemptRow>(
    (row) => `${row.delivery_id}:${row.attempt_number}`,
    keepEarlier,
  );

  constructor(
    private readonly partition: number,
    readonly claimInForce: number,
  ) {}

  apply(record: ReceivedRecord): RecordOutcome {
    try {
      const event = decodeRecord(record.value);
      if (!isDeliveryEvent(event))
        return { kind: 'halt', reason: `${event.type} is not a delivery event` };
      this.#deliveries.add(deliveryRowOf(event, this.partition));
      this.#attempts.add(deliveryAttemptRowOf(event, this.partition));
      return { kind: 'applied' };
    } catch (error) {
      if (!(error instanceof UndecodableRecordError)) throw error;
      return { kind: error.code === 'UNKNOWN_SCHEMA' ? 'halt' : 'poison', reason: error.message };
    }
  }

  rows(): readonly TableRows[] {
    return [
      tableRows(deliveryWrite, this.#deliveries.values()),
      tableRows(deliveryAttemptWrite, this.#attempts.values()),
    ];
  }
}

export const deliveriesProjection: Projection = {
  name: 'deliveries',
  topic: topics.deliveryEvents,
  groupId: groups.projectorDeliveries,
  tables: ['delivery', 'delivery_attempt'],
  startBatch: (partition, claimInForce) => new DeliveriesFold(partition, claimInForce),
};
