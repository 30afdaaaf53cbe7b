import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { decodeRecord, type RecordTypes } from '@libs/contracts';
import type { Database } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { type NotedChange, notedChange } from '../engine/noted-change.js';
import { ChangeFeed } from './change-feed.js';

type Written = RecordTypes['WorkspaceChanged'];

const [workspaceId, workflowId] = [randomUUID(), randomUUID()];
let written: Written[];
let isDown: boolean;
let looked: string[][];
let rows: object[];
let feed: ChangeFeed;

const execution = (id: string, more: Partial<NotedChange> = {}): NotedChange => {
  const began = { workspaceId, workflowId, trigger: 'api', status: 'running', startedAt: 1 };
  return notedChange({ topic: 'executions', id, ...began, ...more });
};

beforeEach(() => {
  jest.useFakeTimers();
  [written, looked, rows, isDown] = [[], [], [], false];
  const query = (_: object): Promise<{ rows: object[] }> => {
    looked.push(...(_ as { values: string[][] }).values);
    return Promise.resolve({ rows });
  };
  feed = new ChangeFeed({
    appender: {
      append: ({ value }) => {
        if (isDown) return Promise.reject(new Error('no broker'));
        written.push(decodeRecord(value).data as Written);
        return Promise.resolve({ topic: '', partition: 0, offset: 0 });
      },
    },
    pool: { query } as Pick<Database['pool'], 'query'>,
    logger: pino({ level: 'silent' }),
  });
});
afterEach(async () => {
  await feed.stop();
  jest.useRealTimers();
});

const later = (): Promise<void> => jest.advanceTimersByTimeAsync(250);
const ids = (): string[][] => written.map(({ changes }) => changes.map(({ id }) => id));

describe('the feed', () => {
  it('tells of a change at once, and of what follows within the next quarter of a second', async () => {
    feed.note([execution('a')]);
    await jest.advanceTimersByTimeAsync(0);
    expect(ids()).toEqual([['a']]);
    feed.note([execution('b')]);
    await jest.advanceTimersByTimeAsync(100);
    feed.note([execution('c')]);
    await jest.advanceTimersByTimeAsync(149);
    expect(ids()).toEqual([['a']]);
    await jest.advanceTimersByTimeAsync(1);
    expect(ids()).toEqual([['a'], ['b', 'c']]);
  });

  it('has the latest of each thing, one record per workspace', async () => {
    const other = randomUUID();
    feed.note([execution('a'), execution('b'), execution('c', { workspaceId: other })]);
    feed.note([execution('a', { status: 'success', endedAt: 2 })]);
    feed.note([execution('a')]);
    await later();
    expect(ids()).toEqual([['a', 'b'], ['c']]);
    expect(written[0]?.changes[0]).toMatchObject({ status: 'success', startedAt: 1, endedAt: 2 });
    await later();
    expect(written).toHaveLength(2);
  });

  it('remembers to whom a thing belongs, and asks for what it does not know', async () => {
    const [known, unknown, gone] = [randomUUID(), randomUUID(), randomUUID()];
    feed.note([execution(known)]);
    await later();
    const owner = { workspace_id: workspaceId, workflow_id: workflowId };
    rows = [{ id: unknown, ...owner, trigger: 'api', draft: false, started_at: new Date(1) }];
    const pause = { workspaceId: null, workflowId: null, status: 'paused' };
    feed.note([known, unknown, gone].map((id) => execution(id, pause)));
    await later();
    expect(looked).toEqual([[unknown, gone]]);
    expect(ids()).toEqual([[known], [known, unknown]]);
    for (const { workspaceId: found, changes } of written) {
      expect(found).toBe(workspaceId);
      for (const change of changes) expect(change).toMatchObject({ trigger: 'api', startedAt: 1 });
    }
  });

  it('tells of a workflow with its revision, if it still has one', async () => {
    const [kept, erased] = [randomUUID(), randomUUID()];
    rows = [{ id: kept, revision: 7 }];
    feed.note(
      [kept, erased].map((id) =>
        notedChange({ topic: 'workflows', id, workspaceId, workflowId: id, status: 'deploy' }),
      ),
    );
    await later();
    expect(looked).toEqual([[kept, erased]]);
    expect(written[0]?.changes).toMatchObject([
      { id: kept, status: 'deploy', revision: 7 },
      { id: erased, revision: null },
    ]);
  });

  it('says that too much changed in a workspace instead of telling of each', async () => {
    feed.note(Array.from({ length: 501 }, (_, at) => execution(`e${at}`)));
    await later();
    expect(ids()).toEqual([[]]);
    expect(written[0]?.workspaceId).toBe(workspaceId);
  });

  it('drops where executions are before it says that too much changed', async () => {
    feed.note(Array.from({ length: 400 }, (_, at) => execution(`e${at}`)));
    feed.note(Array.from({ length: 200 }, (_, at) => execution(`t${at}`, { status: null })));
    await later();
    expect(ids()[0]).toHaveLength(400);
  });

  it('says so to all workspaces after a failure', async () => {
    isDown = true;
    feed.note([execution('a')]);
    await later();
    isDown = false;
    await later();
    expect(written).toMatchObject([{ workspaceId: null, changes: [] }]);
  });

  it('writes the rest when it stops', async () => {
    feed.note([execution('a')]);
    await feed.stop();
    expect(ids()).toEqual([['a']]);
  });
});
