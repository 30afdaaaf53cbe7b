import { expect, it } from '@jest/globals';
import type { Database } from '@libs/persistence';
import { newApiKey } from '@libs/security';
import { pino } from 'pino';
import { ApiKeyLookup } from './api-key-lookup.js';

it('a known key, an unknown one and what is no key take the same path: one look for a hash, which is not the key', async () => {
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
  answer = [{ key_id: 'k', expires_at: null, scopes: [], works: true }];
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
