/** Streams with large or many events: each arrives once and in order, however slow the reader. */
import { describe, expect, it } from '@jest/globals';
import { topics } from '@libs/contracts';
import { partitionFor } from '@libs/event-log';
import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../../test/support/eventually.js';
import {
  blockCompleted,
  claimRecord,
  executionCompleted,
  identity,
  ledgerRecord,
} from '../../../../test/support/ledger-fixtures.js';
import { LiveTailReader } from '../live-tail/live-tail.reader.js';
import { insertLogRow } from '../testing/log-rows.js';
import { openLogWorkspace } from '../testing/log-workspace.js';

const api = openLogWorkspace({ listens: true });

async function insertExecution(status: string): Promise<string> {
  const executionId = randomUUID();
  const { tenant, workflowId } = api;
  await insertLogRow(api, { ...tenant, workflowId }, { executionId, status });
  return executionId;
}

/** Inserts completed blocks with these sequences. */
const insertBlocks = (executionId: string, first: number, last: number, outputLength: number) =>
  api.pool.query(
    `insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, ended_at, output)
     select $1, 'b' || n, '', 'B', 'function', 'success', n, now(), now(), to_jsonb(repeat('x', $4::int))
     from generate_series($2::int, $3::int) as n`,
    [executionId, first, last, outputLength],
  );

const open = (
  executionId: string,
  more: Readonly<Record<string, string>> = {},
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const path = `${api.url}/api/v1/executions/${executionId}/events`;
    const headers = { 'x-api-key': api.tenant.apiKey, ...more };
    get(path, { headers }, resolve).on('error', reject);
  });

/**
 * Event ids until the stream ends.
 * @param pauseMs pause after each megabyte
 */
async function idsOf(response: IncomingMessage, pauseMs = 0): Promise<number[]> {
  const ids: number[] = [];
  let unread = 0;
  let rest = '';
  for await (const chunk of response) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('id: ')) ids.push(Number(line.slice(4)));
    unread += (chunk as Buffer).length;
    if (pauseMs > 0 && unread > 1024 * 1024) {
      unread = 0;
      await sleep(pauseMs);
    }
  }
  return ids;
}

const endOfStream = 2_147_483_647;
const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

describe('an event stream', () => {
  it('sends the request id and security headers of other responses', async () => {
    const response = await open(await insertExecution('success'));
    response.destroy();
    expect(response.headers).toMatchObject({
      'x-request-id': expect.any(String),
      'x-content-type-options': 'nosniff',
    });
  });

  it('answers 204 to a reader that has the last event, so that it does not reconnect', async () => {
    const executionId = await insertExecution('success');
    const response = await open(executionId, { 'last-event-id': String(endOfStream) });
    expect(await idsOf(response)).toEqual([]);
    expect(response.statusCode).toBe(204);
  });

  it('of an ended execution ends, whatever the reader claims to have', async () => {
    const executionId = await insertExecution('success');
    await insertBlocks(executionId, 2, 3, 10);
    for (const [id, expected] of [
      ['2', [3, endOfStream]],
      ['5', [endOfStream]],
      [String(endOfStream - 1), [endOfStream]],
      [String(endOfStream), []],
    ] as const)
      expect([id, await idsOf(await open(executionId, { 'last-event-id': id }))]).toEqual([
        id,
        expected,
      ]);
  });

  it('answers 400 to a Last-Event-ID that no stream can send', async () => {
    const executionId = await insertExecution('success');
    for (const id of ['2147483648', '9999999999', '-1', '1e3']) {
      const response = await open(executionId, { 'last-event-id': id });
      response.resume();
      expect([id, response.statusCode]).toEqual([id, 400]);
    }
  });

  it('ends with its execution even if the reader claims to have the last event', async () => {
    const executionId = await insertExecution('running');
    const tail = api.app.get(LiveTailReader, { strict: false });
    await eventually('the tail is read', () => tail.isLive() || null);
    const response = await open(executionId, { 'last-event-id': String(endOfStream) });
    await api.pool.query(
      `update execution_log set status = 'success', ended_at = now() where execution_id = $1`,
      [executionId],
    );
    const appender = api.eventLog.appender();
    const ends = await api.eventLog.admin.endOffsets(topics.events);
    const partition = partitionFor(executionId, ends.size);
    const { offset } = await appender.append(claimRecord(partition, 'w2'));
    const end = executionCompleted(identity(executionId, api.tenant.workspaceId), 3);
    await appender.append(ledgerRecord(partition, offset, 'ExecutionCompleted', end));
    expect(await idsOf(response)).toEqual([]);
    await appender.close();
  }, 20_000);

  it('sends every event to a slow reader when they exceed the buffer', async () => {
    const executionId = await insertExecution('success');
    await insertBlocks(executionId, 2, 13, 4_900_000);
    expect(await idsOf(await open(executionId), 10)).toEqual([...upTo(13), endOfStream]);
  });

  it('sends 12,000 events in order', async () => {
    const executionId = await insertExecution('success');
    await insertBlocks(executionId, 2, 12_000, 10);
    expect(await idsOf(await open(executionId))).toEqual([...upTo(12_000), endOfStream]);
  });

  it('sends events of a running execution to a reader that cannot keep up', async () => {
    const { tenant } = api;
    const executionId = await insertExecution('running');
    const tail = api.app.get(LiveTailReader, { strict: false });
    await eventually('the tail is read', () => tail.isLive() || null);
    const ends = await api.eventLog.admin.endOffsets(topics.events);
    const partition = partitionFor(executionId, ends.size);
    const appender = api.eventLog.appender();
    const { offset } = await appender.append(claimRecord(partition, 'w'));
    const projected = (next: number): Promise<unknown> =>
      api.pool.query(
        `insert into projection_checkpoint (projection, topic, partition, next_offset, cluster_id)
         values ('executions', $1, $2, $3, 'c') on conflict (projection, topic, partition) do update set next_offset = excluded.next_offset`,
        [topics.events, partition, next],
      );
    await projected(offset + 1);
    const response = await open(executionId);
    response.pause();
    const output = JSON.stringify('x'.repeat(4_900_000));
    for (let sequence = 2; sequence <= 13; sequence += 1) {
      const completed = blockCompleted(executionId, sequence, `b${sequence}`, { output });
      const record = ledgerRecord(partition, offset, 'BlockCompleted', completed);
      const appended = await appender.append(record);
      await insertBlocks(executionId, sequence, sequence, 4_900_000);
      await projected(appended.offset + 1);
    }
    const end = executionCompleted(identity(executionId, tenant.workspaceId), 14);
    const ended = await appender.append(ledgerRecord(partition, offset, 'ExecutionCompleted', end));
    await api.pool.query(
      `update execution_log set status = 'success', ended_at = now() where execution_id = $1`,
      [executionId],
    );
    await projected(ended.offset + 1);
    const ids = await idsOf(response, 10);
    expect(ids.slice(0, 13)).toEqual(upTo(13));
    expect([14, endOfStream]).toContain(ids[13]);
    expect(ids).toHaveLength(14);
    await appender.close();
  });
});
