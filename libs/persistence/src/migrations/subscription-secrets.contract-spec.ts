import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '../../../../test/support/stack.js';
import { type Database, migrate, openDatabase } from '../database.js';
import { SecretsOfSubscriptions1796100300000 } from './1796100300000-secrets-of-subscriptions.js';

let database: Database;
let drop: () => Promise<void>;
const workspace = randomUUID();

beforeAll(async () => {
  const created = await createTestDatabase();
  drop = created.drop;
  await migrate(created.url);
  database = await openDatabase({ url: created.url, poolSize: 2, applicationName: 'test' });
  await database.pool.query(
    `with a as (insert into account (id, name, plan) values ($1, 'a', 'free') returning id)
     insert into workspace (id, account_id, name, wrapped_key) select $1, id, 'w', '' from a`,
    [workspace],
  );
});
afterAll(async () => {
  await database.close();
  await drop();
});

/** As the previous release stores them. @returns its id */
async function subscribe(secret: string | null, previous: string | null): Promise<string> {
  const id = randomUUID();
  await database.pool.query(
    `insert into subscription (id, workspace_id, url, include_final_output, include_trace_spans, include_rate_limits,
       include_usage_data, level_filter, trigger_filter, active, secret_ciphertext, previous_secret_ciphertext,
       previous_secret_until)
     values ($1, $2, 'https://receiver.example/', false, false, false, false, '{}', '{}', true, $3, $4, now() + interval '1 hour')`,
    [id, workspace, secret, previous],
  );
  return id;
}

/** As the previous release does. */
const rotate = (id: string, secret: string): Promise<unknown> =>
  database.pool.query(
    `update subscription set previous_secret_ciphertext = secret_ciphertext, secret_ciphertext = $2,
       previous_secret_until = now() + interval '1 hour' where id = $1`,
    [id, secret],
  );

async function signing(id: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ secret: string }>(
    `select convert_from(ciphertext, 'UTF8') as secret from subscription_secret
     where subscription_id = $1 and signs_until > now() and ciphertext is not null order by set_at desc`,
    [id],
  );
  return rows.map(({ secret }) => secret);
}

it('keeps secrets that sign, also those that the previous release still replaces', async () => {
  const runner = database.dataSource.createQueryRunner();
  const migration = new SecretsOfSubscriptions1796100300000();
  await migration.down(runner);
  const [unsigned, plain, rotated] = [
    await subscribe(null, null),
    await subscribe('one', null),
    await subscribe('two', 'one'),
  ];
  await migration.up(runner);
  await runner.release();
  expect(await signing(plain)).toEqual([]);
  expect(await signing(rotated)).toEqual(['one']);
  await rotate(rotated, 'three');
  expect(await signing(rotated)).toEqual(['two', 'one']);
  await rotate(plain, 'two');
  expect(await signing(plain)).toEqual(['one']);
  await rotate(unsigned, 'one');
  expect(await signing(unsigned)).toEqual([]);
});
