/** Shared by the contract's cases: a log, separate topics, consumers that note their records. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type {
  Assignment,
  ConsumerSpec,
  EventLog,
  ReceivedRecord,
  SupervisedConsumer,
} from '../ports.js';

export interface Fixture {
  readonly log: EventLog;
  newTopic(partitions: number): Promise<string>;
}

/** Polls until the condition holds; the test's own timeout is the limit. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(5);
}

export const newName = (what: string): string => `${what}-${randomUUID()}`;

export interface RecordingConsumer {
  readonly consumer: SupervisedConsumer;
  readonly records: ReceivedRecord[];
  readonly assignments: Assignment[];
  values(): (string | undefined)[];
}

export function recordingConsumer(
  log: EventLog,
  spec: Partial<ConsumerSpec> & Pick<ConsumerSpec, 'topics'>,
): RecordingConsumer {
  const records: ReceivedRecord[] = [];
  const assignments: Assignment[] = [];
  const consumer = log.consumer({
    groupId: newName('group'),
    startFrom: 'earliest',
    maxWaitMs: 100,
    ...spec,
    async onBatch(batch) {
      await spec.onBatch?.(batch);
      records.push(...batch.records);
    },
    onAssigned(assignment) {
      assignments.push(assignment);
      spec.onAssigned?.(assignment);
    },
  });
  return {
    consumer,
    records,
    assignments,
    values: () => records.map(({ value }) => value?.toString()),
  };
}

/** Appends values one after another to one partition. */
export async function appendAll(
  log: EventLog,
  topic: string,
  partition: number,
  values: readonly string[],
): Promise<void> {
  const appender = log.appender();
  await Promise.all(
    values.map((value) =>
      appender.append({ topic, partition, key: null, value: Buffer.from(value) }),
    ),
  );
  await appender.close();
}

export const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`);
