import { describe, expect, it } from '@jest/globals';
import { headers } from '@libs/contracts';
import type { ReceivedRecord } from '@libs/event-log';
import { isLate } from './late-requests.js';

const request = (timestampMs: number, reservedAtMs?: number): ReceivedRecord => {
  const marks = reservedAtMs === undefined ? {} : { [headers.reservedAt]: String(reservedAtMs) };
  const source = { topic: 'requests', partition: 0, offset: 0 };
  return { ...source, key: null, value: null, headers: marks, timestampMs };
};
const claimedAtMs = 1_000_000;

describe('a request', () => {
  it('is late when it was appended long after its id was reserved', () => {
    const reservedAt = claimedAtMs + 60_000;
    expect(isLate(request(reservedAt + 15_000, reservedAt), claimedAtMs)).toBe(false);
    expect(isLate(request(reservedAt + 15_001, reservedAt), claimedAtMs)).toBe(true);
  });

  it('is late when its id was reserved before the claim or the clock is unknown', () => {
    expect(isLate(request(claimedAtMs, claimedAtMs - 100), claimedAtMs)).toBe(true);
    expect(isLate(request(claimedAtMs, claimedAtMs + 2_000), null)).toBe(true);
  });

  it('is never late without a reservation', () => {
    expect(isLate(request(claimedAtMs), null)).toBe(false);
  });
});
