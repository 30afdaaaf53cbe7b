import { describe, expect, it } from '@jest/globals';
import { poisonTopicOf } from '@libs/contracts';
import type { OutgoingRecord, ReceivedRecord } from '@libs/event-log';
import { putAway, setAside } from './set-aside.js';

const value = Buffer.from([0xff, 0x00, 0x01]);
const record: ReceivedRecord = {
  ...{ topic: 'events', partition: 3, offset: 9, key: 'k', value, timestampMs: 0 },
  headers: { a: 'b' },
};

/** A group, with what it appended and logged. */
function group() {
  const appended: OutgoingRecord[] = [];
  const logged: (object | string)[][] = [];
  const poison = {
    append: (outgoing: OutgoingRecord) => {
      appended.push(outgoing);
      return Promise.resolve({ topic: outgoing.topic, partition: 0, offset: 0 });
    },
  };
  const logger = {
    error: (details: object, message: string) => void logged.push([details, message]),
  };
  return { appended, logged, of: { groupId: 'some-group', poison, logger } };
}

const source = { groupId: 'some-group', topic: 'events', partition: 3, offset: 9 };

describe('a record that a group can not read', () => {
  it('is copied to the poison topic unchanged, with its source and the reason', async () => {
    const { appended, logged, of } = group();
    await setAside(of, record, 'not a frame');
    const [poison] = appended;
    expect(poison?.topic).toBe(poisonTopicOf('some-group'));
    expect(poison?.value).toBe(value);
    expect(Object.entries(poison?.headers ?? {})).toEqual([
      ['a', 'b'],
      ['error-code', 'GARBAGE'],
      ['error-message', 'not a frame'],
      ['source-topic', 'events'],
      ['source-partition', '3'],
      ['source-offset', '9'],
    ]);
    expect(logged).toEqual([
      [{ ...source, reason: 'not a frame' }, 'undecodable record set aside'],
    ]);
  });

  it('is passed after it was set aside, but not if a newer release wrote it', async () => {
    const { appended, logged, of } = group();
    expect(await putAway(of, record, { kind: 'poison', reason: 'x' })).toBe(true);
    expect(await putAway(of, record, { kind: 'newer', reason: 'y' })).toBe(false);
    expect(appended).toHaveLength(1);
    expect(logged[1]).toEqual([
      { ...source, reason: 'y' },
      'a newer release must read this record: it is held',
    ]);
  });

  it('is not passed if the append to the poison topic fails', async () => {
    const { of } = group();
    const poison = { append: () => Promise.reject(new Error('away')) };
    const put = putAway({ ...of, poison }, record, { kind: 'poison', reason: 'x' });
    await expect(put).rejects.toThrow('away');
  });
});
