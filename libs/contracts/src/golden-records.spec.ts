import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeRecord, encodeRecord } from './codec.js';

interface Golden {
  readonly frame: string;
  readonly value: Record<string, unknown>;
}

const released = join(import.meta.dirname, '../../../schemas/released');
const cases = readdirSync(released).flatMap((version) => {
  const golden = JSON.parse(readFileSync(join(released, version, 'golden.json'), 'utf8')) as Record<
    string,
    Golden[]
  >;
  return Object.entries(golden).map(([name, records]) => ({ version, name, records }));
});

describe('golden bytes', () => {
  it.each(cases)('decode to $name of release $version', ({ name, records }) => {
    for (const { frame, value } of records) {
      const { type, data } = decodeRecord(Buffer.from(frame, 'base64'));
      expect(type).toBe(name);
      // A field that was removed since that release is no longer read.
      for (const field of Object.keys(data)) {
        if (field in value) expect([field, data[field as never]]).toEqual([field, value[field]]);
      }
      // A record that was read from any release can be written again.
      expect(decodeRecord(encodeRecord(type, data as never)).data).toEqual(data);
    }
  });

  it('cover every released record type', () => {
    for (const version of readdirSync(released)) {
      const ids = JSON.parse(readFileSync(join(released, version, 'ids.json'), 'utf8')) as object;
      expect(cases.filter((one) => one.version === version)).toHaveLength(Object.keys(ids).length);
    }
  });
});
