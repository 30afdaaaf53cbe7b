import { describe, expect, it } from '@jest/globals';
import { murmur2, partitionFor } from './partitioner.js';

// From org.apache.kafka.common.utils.UtilsTest#testMurmur2.
const KNOWN_ANSWERS: readonly (readonly [string, number])[] = [
  ['21', -973932308],
  ['foobar', -790332482],
  ['a-little-bit-long-string', -985981536],
  ['a-little-bit-longer-string', -1486304829],
  ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
  ['abc', 479470107],
];

describe('partitionFor', () => {
  it.each(KNOWN_ANSWERS)('hashes %s as Java does', (text, hash) => {
    expect(murmur2(Buffer.from(text))).toBe(hash);
  });

  it('hashes a slice of a larger buffer', () => {
    expect(murmur2(Buffer.from('xxfoobar').subarray(2))).toBe(-790332482);
  });

  it.each(KNOWN_ANSWERS)('maps %s to the masked hash modulo the count', (text, hash) => {
    expect(partitionFor(text, 12)).toBe((hash & 0x7fffffff) % 12);
  });
});
