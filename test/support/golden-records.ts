/**
 * Compares published records with a golden file: topic, key, headers in their order, value bytes.
 * With WRITE_GOLDEN=1 the file is written instead, to add a record. Existing entries never change.
 */
import { expect, it } from '@jest/globals';
import type { OutgoingRecord, RecordAppender } from '@libs/event-log';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

type Site = () => readonly OutgoingRecord[] | Promise<readonly OutgoingRecord[]>;

const onTheWire = ({ topic, partition, key, value, headers = {} }: OutgoingRecord): object => ({
  topic,
  ...(partition !== undefined && { partition }),
  key,
  headers: Object.entries(headers).map(([name, text]) => `${name}: ${text}`),
  value: value === null ? null : value.toString('base64'),
});

/** One test per site. @param path of the golden file */
export function matchGolden(path: string, sites: Readonly<Record<string, Site>>): void {
  const isWritten = process.env['WRITE_GOLDEN'] === '1';
  const golden = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, object[]>)
    : {};
  it.each(Object.entries(sites))('%s', async (name, site) => {
    const records = (await site()).map(onTheWire);
    if (isWritten) writeGolden(path, name, records);
    else expect(records).toEqual(golden[name]);
    expect(records.length).toBeGreaterThan(0);
  });
  it('has a golden entry for each site and for no other', () => {
    if (!isWritten) expect(Object.keys(golden).sort()).toEqual(Object.keys(sites).sort());
  });
}

function writeGolden(path: string, name: string, records: readonly object[]): void {
  const all = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as object) : {};
  writeFileSync(path, `${JSON.stringify({ ...all, [name]: records }, null, 2)}\n`);
}

/** Keeps the appended records. */
export function keepingAppender(): RecordAppender & { readonly kept: OutgoingRecord[] } {
  const kept: OutgoingRecord[] = [];
  return {
    kept,
    append: (record) => {
      kept.push(record);
      return Promise.resolve({ topic: record.topic, partition: 0, offset: kept.length - 1 });
    },
    oldestPendingMs: () => 0,
    isCrowded: () => false,
    close: () => Promise.resolve(),
  };
}
