import { describe, expect, it } from '@jest/globals';
import { encodeRecord } from '@libs/contracts';
import { readRecord } from './read-record.js';

const data = {
  executionId: '00000000-0000-4000-8000-000000000001',
  workspaceId: '00000000-0000-4000-8000-000000000002',
  ...{ reason: 'enough', requestedAt: 0 },
};
const value = encodeRecord('ExecutionCancelRequested', data);
const topic = 'control';

describe('reading a record', () => {
  it('returns the data of an expected type', () => {
    expect(readRecord({ topic, value }, ['ExecutionCancelRequested'])).toEqual({
      kind: 'ok',
      decoded: { type: 'ExecutionCancelRequested', data },
    });
  });

  it('reports an unexpected type as poison, or as newer if the caller says so', () => {
    const reason = 'ExecutionCancelRequested does not belong in control';
    expect(readRecord({ topic, value }, ['DeliveryDue'])).toEqual({ kind: 'poison', reason });
    const newer = readRecord({ topic, value }, ['DeliveryDue'], 'newer');
    expect(newer).toEqual({ kind: 'newer', reason });
  });

  it('distinguishes garbage from a schema of a newer release', () => {
    const future = Buffer.from(value);
    future.writeInt32BE(999_999, 1);
    const kindOf = (frame: Buffer | null): string =>
      readRecord({ topic, value: frame }, ['ExecutionCancelRequested']).kind;
    expect([kindOf(null), kindOf(Buffer.from('junk')), kindOf(value.subarray(0, 9))]).toEqual([
      'poison',
      'poison',
      'poison',
    ]);
    expect(kindOf(future)).toBe('newer');
  });
});
