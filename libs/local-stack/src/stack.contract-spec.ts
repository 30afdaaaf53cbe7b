import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createKafkaEventLog, type EventLog } from '@libs/event-log';
import pg from 'pg';
import { startStack, type LocalStack } from './index.js';

const topic = 'kept';
const startTimeoutMs = 180_000;

async function withEventLog<T>(stack: LocalStack, act: (log: EventLog) => Promise<T>): Promise<T> {
  const log = createKafkaEventLog({
    brokers: stack.kafkaBrokers.split(','),
    clientId: 'local-stack-test',
  });
  try {
    return await act(log);
  } finally {
    await log.close();
  }
}

async function append(stack: LocalStack, text: string): Promise<void> {
  await withEventLog(stack, async (log) => {
    await log.admin.ensureTopics([{ name: topic, partitions: 1, config: {} }]);
    const appender = log.appender();
    await appender.append({ topic, key: null, value: Buffer.from(text) });
    await appender.close();
  });
}

const readAll = (stack: LocalStack): Promise<string[]> =>
  withEventLog(stack, async (log) => {
    const texts: string[] = [];
    const end = (await log.admin.endOffsets(topic)).get(0) ?? 0;
    await log.readRange({ topic, partition: 0 }, 0, end, (records) => {
      texts.push(...records.map((record) => String(record.value)));
    });
    return texts;
  });

async function query(stack: LocalStack, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('a fresh stack', () => {
  let stack: LocalStack;
  beforeAll(async () => {
    stack = await startStack({ fresh: true });
  }, startTimeoutMs);
  afterAll(() => stack.stop(), startTimeoutMs);

  it(
    'keeps its records when its broker is killed and restarted',
    async () => {
      await append(stack, 'before');
      await stack.kafka.kill('SIGKILL');
      await stack.kafka.start();
      await append(stack, 'after');
      await expect(readAll(stack)).resolves.toEqual(['before', 'after']);
    },
    startTimeoutMs,
  );

  it(
    'keeps its rows when its database server is killed and restarted',
    async () => {
      await query(stack, `create table kept as select 'before' as text`);
      await stack.postgres.kill('SIGKILL');
      await stack.postgres.start();
      await expect(query(stack, 'select text from kept')).resolves.toEqual([{ text: 'before' }]);
    },
    startTimeoutMs,
  );

  it('sorts text by code point', async () => {
    const rows = await query(stack, `select x from unnest(array['b', 'A', 'a', 'ä']) x order by x`);
    expect(rows).toEqual(['A', 'a', 'b', 'ä'].map((x) => ({ x })));
  });
});

describe('a persistent stack', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'flowledger kept (ü)-'));
  chmodSync(dataDir, 0o755);
  const start = (): Promise<LocalStack> => startStack({ dataDir, provider: 'embedded' });
  let first: LocalStack;
  let second: LocalStack | undefined;

  beforeAll(async () => {
    first = await start();
  }, startTimeoutMs);
  afterAll(async () => {
    await second?.stop();
    await first.stop();
    rmSync(dataDir, { recursive: true });
  }, startTimeoutMs);

  it('is closed to other users of the machine', () => {
    const paths = ['.', 'kafka', 'postgres'].map((path) => join(dataDir, path));
    expect(paths.map((path) => statSync(path).mode & 0o077)).toEqual([0, 0, 0]);
  });

  it('refuses a second stack on the same directory', async () => {
    await expect(start()).rejects.toMatchObject({ code: 'data_dir_in_use' });
  });

  it(
    'restarts with the same addresses and data, and ends orphaned servers',
    async () => {
      await append(first, 'kept');
      await query(first, `create table kept as select 'row' as text`);
      const left = [first.kafka.pid, first.postgres.pid];
      // Simulates a run killed together with its guards: the servers remain, but no process claims
      // the directory.
      rmSync(join(dataDir, 'stack.lock'));

      second = await start();

      expect(second).toMatchObject({
        kafkaBrokers: first.kafkaBrokers,
        databaseUrl: first.databaseUrl,
      });
      for (const pid of left) expect(() => process.kill(pid!, 0)).toThrow();
      await expect(readAll(second)).resolves.toEqual(['kept']);
      await expect(query(second, 'select text from kept')).resolves.toEqual([{ text: 'row' }]);
    },
    startTimeoutMs,
  );

  it(
    'stops without leaving a process or a pid file',
    async () => {
      const pids = [second!.kafka.pid, second!.postgres.pid];
      await second!.stop();
      for (const pid of pids) expect(() => process.kill(pid!, 0)).toThrow();
      expect(readdirSync(join(dataDir, 'kafka'))).not.toContain('kafka.pid');
      expect(existsSync(join(dataDir, 'stack.lock'))).toBe(false);
    },
    startTimeoutMs,
  );
});
