import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/stack.js';
import { binaryArray } from './binary-array.js';

let test: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  test = await createTestDatabase();
  client = new pg.Client({ connectionString: test.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await test.drop();
});

const storable = fc
  .string({ unit: 'binary' })
  .map((text) => text.toWellFormed().replaceAll('\0', ''));
const texts = fc.array(fc.option(storable), { maxLength: 8 });

describe('a binary array', () => {
  it('is read back as the same texts', () =>
    fc.assert(
      fc.asyncProperty(texts, async (values) => {
        const { rows } = await client.query<{ values: unknown }>(
          'select to_jsonb($1::text[]) as values, cardinality($1::text[]) as length',
          [binaryArray('text', values)],
        );
        expect(rows).toEqual([{ values, length: values.length }]);
      }),
    ));

  it('is read back as the same JSON values', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.option(storable), { maxLength: 8 }), async (values) => {
        const json = values.map((value) => (value === null ? null : JSON.stringify({ value })));
        const { rows } = await client.query<{ value: { value: string } | null }>(
          'select value from unnest($1::jsonb[]) with ordinality as r(value, place) order by place',
          [binaryArray('jsonb', json)],
        );
        expect(rows.map(({ value }) => value?.value ?? null)).toEqual(values);
      }),
    ));

  it('is refused when a value is not valid JSON', async () => {
    const refused = client.query('select $1::jsonb[]', [binaryArray('jsonb', ['{'])]);
    await expect(refused).rejects.toMatchObject({ code: '22P02' });
  });
});
