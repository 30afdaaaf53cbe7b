import { describe, expect, it } from '@jest/globals';
import { encodeRecord, headers } from '@libs/contracts';
import type { ReceivedRecord } from '@libs/event-log';
import { noClaim } from './claims.js';
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
  it('reads an event of the writer whose claim is in force', () => {
    expect(readLedgerRecord(7, record(9, started, claimedBy(7)))).toMatchObject({
      kind: 'event',
      event: { type: 'BlockStarted' },
      claimInForce: 7,
    });
  });

  it('ignores a superseded writer without decoding its record', () => {
    expect(readLedgerRecord(7, record(9, Buffer.from('??'), claimedBy(6)))).toEqual({
      kind: 'superseded',
      claimInForce: 7,
    });
  });

  it('reports a frame without a claim and an undecodable frame as poison', () => {
    expect(readLedgerRecord(noClaim, record(9, started, {})).kind).toBe('poison');
    expect(readLedgerRecord(7, record(9, Buffer.from('junk'), claimedBy(7))).kind).toBe('poison');
    expect(readLedgerRecord(7, record(9, null, claimedBy(7))).kind).toBe('poison');
  });

  it('reports an unknown schema or event type as newer, not as poison', () => {
    const future = Buffer.from(started);
    future.writeInt32BE(999_999, 1);
    expect(readLedgerRecord(7, record(9, future, claimedBy(7))).kind).toBe('newer');
    expect(readLedgerRecord(7, record(9, started, claimedBy(7, 'BlockTeleported'))).kind).toBe(
      'newer',
    );
  });

  it('puts a claim in force by its headers, even if its body is garbage', () => {
    const claim = record(9, Buffer.from('junk'), { [headers.eventType]: 'PartitionClaimed' });
    expect(readLedgerRecord(7, claim)).toMatchObject({ kind: 'poison', claimInForce: 9 });
  });
});
