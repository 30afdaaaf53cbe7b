import { describe, expect, it } from '@jest/globals';
import { encodeRecord, headers, poisonTopicOf } from '@libs/contracts';
import type { ReceivedRecord } from '@libs/event-log';
import { noClaim } from './claims.js';
import { poisonRecordOf } from './poison.js';
import { readLedgerRecord } from './read-record.js';

const executionId = '0b1a4d5e-6f70-4a81-92a3-b4c5d6e7f809';
const started = encodeRecord('BlockStarted', {
  executionId,
  sequence: 2,
  occurredAt: 5,
  blockId: 'call',
  blockName: 'API',
  blockType: 'api',
  iteration: '',
  input: '{}',
});

const record = (
  offset: number,
  value: Buffer | null,
  recordHeaders: Record<string, string>,
): ReceivedRecord => ({
  topic: 'events',
  partition: 3,
  offset,
  key: executionId,
  value,
  headers: recordHeaders,
  timestampMs: 0,
});
const claimedBy = (claimOffset: number, eventType = 'BlockStarted'): Record<string, string> => ({
  [headers.eventType]: eventType,
  [headers.claimOffset]: String(claimOffset),
});

describe('readLedgerRecord', () => {
  it('reads an event of the writer in force', () => {
    expect(readLedgerRecord(7, record(9, started, claimedBy(7)))).toMatchObject({
      kind: 'event',
      event: { type: 'BlockStarted' },
      claimInForce: 7,
    });
  });

  it('ignores a superseded writer without decoding what it wrote', () => {
    expect(readLedgerRecord(7, record(9, Buffer.from('??'), claimedBy(6)))).toEqual({
      kind: 'superseded',
      claimInForce: 7,
    });
  });

  it("calls a stranger's frame garbage, also when its schema is known", () => {
    expect(readLedgerRecord(noClaim, record(9, started, {})).kind).toBe('garbage');
    expect(readLedgerRecord(7, record(9, Buffer.from('junk'), claimedBy(7))).kind).toBe('garbage');
    expect(readLedgerRecord(7, record(9, null, claimedBy(7))).kind).toBe('garbage');
  });

  it('calls a schema or a type from the future unknown, never garbage', () => {
    const future = Buffer.from(started);
    future.writeInt32BE(999_999, 1);
    expect(readLedgerRecord(7, record(9, future, claimedBy(7))).kind).toBe('unknown');
    expect(readLedgerRecord(7, record(9, started, claimedBy(7, 'BlockTeleported'))).kind).toBe(
      'unknown',
    );
  });

  it('keeps a claim in force even when its body is garbage, as the claim rule reads headers only', () => {
    const claim = record(9, Buffer.from('junk'), { [headers.eventType]: 'PartitionClaimed' });
    expect(readLedgerRecord(7, claim)).toMatchObject({ kind: 'garbage', claimInForce: 9 });
  });
});

describe('poisonRecordOf', () => {
  it('keeps the frame byte for byte and says whence it came', () => {
    const value = Buffer.from([0xff, 0x00, 0x01]);
    const poison = poisonRecordOf(
      'some-group',
      record(9, value, { a: 'b' }),
      'GARBAGE',
      'not a frame',
    );
    expect(poison.topic).toBe(poisonTopicOf('some-group'));
    expect(poison.value).toBe(value);
    expect(poison.headers).toEqual({
      a: 'b',
      'error-code': 'GARBAGE',
      'error-message': 'not a frame',
      'source-topic': 'events',
      'source-partition': '3',
      'source-offset': '9',
    });
  });
});
