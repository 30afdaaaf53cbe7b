import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '../../../../test/support/stack.js';
import { type Database, migrate, openDatabase } from '../database.js';
import { QuotaIndexes1795800300001 } from './1795800300001-quota-indexes.js';
import { ReceiverHosts1795800300000 } from './1795800300000-receiver-hosts.js';

let database: Database;
let drop: () => Promise<void>;
const [account, workspace] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  const created = await createTestDatabase();
  drop = created.drop;
  await migrate(created.url);
  database = await openDatabase({ url: created.url, poolSize: 2, applicationName: 'test' });
  const { pool } = database;
  await pool.query("insert into account (id, name, plan) values ($1, 'A', 'free')", [account]);
  await pool.query(
    "insert into workspace (id, account_id, name, wrapped_key) values ($1, $2, 'W', '')",
    [workspace, account],
  );
});
afterAll(async () => {
  await database.close();
  await drop();
});

/** As the previous release does. */
const subscribe = (url: string): Promise<unknown> =>
  database.pool.query(
    `insert into subscription (id, workspace_id, url, include_final_output, include_trace_spans, include_rate_limits,
       include_usage_data, level_filter, trigger_filter, active)
     values (gen_random_uuid(), $1, $2, false, false, false, false, '{}', '{}', true)`,
    [workspace, url],
  );

const urls = [
  ['https://receiver.example/hook?a=1', 'receiver.example'],
  ['HTTPS://Receiver.Example:8443', 'receiver.example'],
  ['https://receiver.example./hook', 'receiver.example'],
  ['https:\\\\receiver.example\\hook', 'receiver.example'],
  ['http://10.0.0.7#x', '10.0.0.7'],
  ['https://[2001:db8::1]:443/hook', '[2001:db8::1]'],
] as const;

it("gives subscriptions their receiver's host, also those that the previous release still makes", async () => {
  const runner = database.dataSource.createQueryRunner();
  const [hosts, indexes] = [new ReceiverHosts1795800300000(), new QuotaIndexes1795800300001()];
  await indexes.down(runner);
  await hosts.down(runner);
  for (const [url] of urls) await subscribe(url);
  await hosts.up(runner);
  await indexes.up(runner);
  for (const [url] of urls) await subscribe(url);
  const found = await runner.query('select url, host from subscription');
  expect(found).toHaveLength(2 * urls.length);
  for (const [url, host] of urls)
    expect(found.filter((row: { url: string }) => row.url === url)).toEqual([
      ...[
        { url, host },
        { url, host },
      ],
    ]);
  // A second run, as after a crash before it was recorded.
  await hosts.up(runner);
  await indexes.up(runner);
  await runner.release();
});
