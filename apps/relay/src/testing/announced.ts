import { decodeRecord, topics } from '@libs/contracts';
import type { EventLog } from '@libs/event-log';

/** Executions announced to read_committed readers, with repeats. */
export async function announced(
  log: EventLog,
  topic: string = topics.completed,
): Promise<string[]> {
  const found: string[] = [];
  for (const [partition, end] of await log.admin.endOffsets(topic)) {
    await log.readRange({ topic, partition }, 0, end, (records) => {
      for (const { value } of records) {
        const { data } = decodeRecord(value);
        if ('executionId' in data) found.push(data.executionId);
      }
    });
  }
  return found;
}
