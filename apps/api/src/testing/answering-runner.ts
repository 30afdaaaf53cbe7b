/**
 * Ends every requested execution with a record that a test chooses, in the format of any release.
 * Runs nothing.
 */
import {
  decodeRecord,
  topics,
  type ExecutionCompleted,
  type ExecutionRequested,
} from '@libs/contracts';
import { type EventLog, partitionFor } from '@libs/event-log';
import { eventually } from '../../../../test/support/eventually.js';
import {
  claimRecord,
  executionCompleted,
  ledgerRecord,
} from '../../../../test/support/ledger-fixtures.js';
import { LiveTailReader } from '../live-tail/live-tail.reader.js';
import type { TestApi } from './test-api.js';

type Recorded = Partial<Omit<ExecutionCompleted, 'executionId'>>;

export interface AnsweringRunner {
  /** For all executions requested from now on. */
  record(ending: Recorded): void;
  close(): Promise<void>;
}

async function claimAll(eventLog: EventLog): Promise<ReadonlyMap<number, number>> {
  const appender = eventLog.appender();
  const claims = new Map<number, number>();
  for (const partition of (await eventLog.admin.endOffsets(topics.events)).keys()) {
    const { offset } = await appender.append(claimRecord(partition, 'answering'));
    claims.set(partition, offset);
  }
  await appender.close();
  return claims;
}

export async function startAnsweringRunner({ app, eventLog }: TestApi): Promise<AnsweringRunner> {
  const tail = app.get(LiveTailReader, { strict: false });
  await eventually('the tail is read', () => tail.isLive());
  const claims = await claimAll(eventLog);
  const appender = eventLog.appender();
  let ending: Recorded = {};
  const end = async (request: ExecutionRequested): Promise<void> => {
    const { executionId, workspaceId, accountId, workflowId, deploymentVersion } = request;
    const of = { executionId, workspaceId, accountId, workflowId };
    const data = executionCompleted(of, 3, { deploymentVersion, ...ending });
    const partition = partitionFor(executionId, claims.size);
    const claim = claims.get(partition) ?? 0;
    await appender.append(ledgerRecord(partition, claim, 'ExecutionCompleted', data));
  };
  const consumer = eventLog.consumer({
    groupId: 'answering-runner',
    topics: [topics.requests],
    startFrom: 'latest',
    onBatch: async ({ records }) => {
      for (const { value } of records) {
        const record = decodeRecord(value);
        if (record.type === 'ExecutionRequested') await end(record.data);
      }
    },
  });
  await consumer.start();
  return {
    record: (next) => {
      ending = next;
    },
    close: async () => {
      await consumer.stop();
      await appender.close();
    },
  };
}

type RecordedResponse = NonNullable<ExecutionCompleted['response']>;

/** The response that a response block gave. */
export const responseOf = (over: {
  status?: number;
  headers?: readonly object[];
  body?: unknown;
}): RecordedResponse => ({
  status: over.status ?? 200,
  headers: JSON.stringify(over.headers ?? []),
  body: JSON.stringify(over.body ?? null),
});
