/** The content of the ledger, read from its beginning. */
import { headers, topics } from '@libs/contracts';
import type { EventLog } from '@libs/event-log';
import { noClaim, readLedgerRecord, type LedgerEvent } from '@libs/ledger';

/** Every admitted event, by execution. */
export async function truthOf(eventLog: EventLog): Promise<Map<string, LedgerEvent[]>> {
  const byExecution = new Map<string, LedgerEvent[]>();
  for (const [partition, end] of await eventLog.admin.endOffsets(topics.events)) {
    let claim = noClaim;
    await eventLog.readRange({ topic: topics.events, partition }, 0, end, (records) => {
      for (const record of records) {
        const reading = readLedgerRecord(claim, record);
        claim = reading.claimInForce;
        if (reading.kind !== 'event' || reading.event.type === 'PartitionClaimed') continue;
        const { executionId } = reading.event.data;
        byExecution.set(executionId, [...(byExecution.get(executionId) ?? []), reading.event]);
      }
    });
  }
  return byExecution;
}

/** How often each partition was claimed. */
export async function claimsOf(eventLog: EventLog): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const [partition, end] of await eventLog.admin.endOffsets(topics.events)) {
    let count = 0;
    await eventLog.readRange({ topic: topics.events, partition }, 0, end, (records) => {
      count += records.filter(
        (one) => one.headers[headers.eventType] === 'PartitionClaimed',
      ).length;
    });
    counts.set(partition, count);
  }
  return counts;
}
