import { afterEach, expect, it, jest } from '@jest/globals';
import type { Database } from '@libs/persistence';
import { newApiKey } from '@libs/security';
import { pino } from 'pino';
import { ApiKeyLookup } from './api-key-lookup.js';

afterEach(() => {
  jest.restoreAllMocks();
});

it('looks up known, unknown and malformed keys with the same query by hash', async () => {
  const [known, unknown, malformed] = [newApiKey(), newApiKey(), "' or 1=1 --"];
  const asked: { name: string; text: string; values: unknown[] }[] = [];
  let answer: object[] = [];
  const query = (statement: { name: string; text: string; values: unknown[] }) => {
    asked.push(statement);
    return Promise.resolve({ rows: answer });
  };
  const lookup = new ApiKeyLookup(
    { pool: { query } } as unknown as Database,
    pino({ level: 'silent' }),
  );
  answer = [{ key_id: 'k', expires_at: null, scopes: [], suspended_at: null, works: true }];
  expect(await lookup.find(known)).toMatchObject({ keyId: 'k' });
  answer = [];
  expect(await lookup.find(unknown)).toBeNull();
  expect(await lookup.find(malformed)).toBeNull();
  const looks = asked.filter(({ name }) => name === 'find-key');
  expect(looks).toHaveLength(3);
  expect(new Set(looks.map(({ text }) => text)).size).toBe(1);
  for (const { values } of looks) {
    expect(values).toEqual([expect.any(Buffer)]);
    expect((values[0] as Buffer).length).toBe(32);
  }
});

it('returns a cached key during its refresh and null once the refresh finds no key', async () => {
  let [nowMs, looks] = [1_000, 0];
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const second = Promise.withResolvers<{ rows: object[] }>();
  const query = ({ name }: { name: string }) => {
    if (name !== 'find-key') return Promise.resolve({ rows: [] });
    looks += 1;
    const rows = [{ key_id: 'k', expires_at: null, scopes: [], suspended_at: null, works: true }];
    return looks === 1 ? Promise.resolve({ rows }) : second.promise;
  };
  const lookup = new ApiKeyLookup(
    { pool: { query } } as unknown as Database,
    pino({ level: 'silent' }),
  );
  const key = newApiKey();
  const find = async () => {
    const found = await lookup.find(key);
    // The cache reads its clock at most once per millisecond.
    await new Promise((resolve) => setTimeout(resolve, 1));
    return found;
  };
  expect(await find()).toMatchObject({ keyId: 'k' });
  nowMs += 800;
  while (looks < 2) expect(await find()).toMatchObject({ keyId: 'k' });
  expect(await find()).toMatchObject({ keyId: 'k' });
  second.resolve({ rows: [] });
  while ((await find()) !== null);
  expect(looks).toBe(2);
});
