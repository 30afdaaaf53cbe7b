import { decodeRecord, encodeRecord, groups, topics } from '@libs/contracts';
import { createKafkaEventLog, type ReceivedRecord } from '@libs/event-log';
import type { KafkaServer } from '@libs/local-stack';
import { eventually } from './eventually.js';

/**
 * Appends the execution's request again, marked like an api's possible repeat; resolves when the
 * runner has passed it.
 */
export async function repeatRequest(
  { kafkaBrokers }: KafkaServer,
  executionId: string,
): Promise<void> {
  const brokers = kafkaBrokers.split(',');
  const eventLog = createKafkaEventLog({ brokers, clientId: 'repeat-request' });
  const appender = eventLog.appender();
  let first: ReceivedRecord | undefined;
  for (const [partition, end] of await eventLog.admin.endOffsets(topics.requests))
    await eventLog.readRange({ topic: topics.requests, partition }, 0, end, (records) => {
      first ??= records.find(({ key }) => key === executionId);
    });
  if (first === undefined) throw new Error(`no request of ${executionId}`);
  const request = decodeRecord(first.value);
  if (request.type !== 'ExecutionRequested') throw new Error(`a ${request.type}`);
  const { partition, offset } = await appender.append({
    topic: topics.requests,
    key: executionId,
    value: encodeRecord('ExecutionRequested', { ...request.data, repeat: true }),
    headers: { ...first.headers },
  });
  await eventually(
    'the repeat is passed',
    async () => {
      const committed = await eventLog.admin.committed(groups.runner, topics.requests);
      return (committed.get(partition)?.offset ?? 0) > offset;
    },
    { withinMs: 90_000 },
  );
  await appender.close();
  await eventLog.close();
}
