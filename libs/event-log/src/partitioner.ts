/**
 * Java's default partitioner for keyed records (murmur2): producers in all languages agree on it.
 */
const seed = 0x9747b28c;
const m = 0x5bd1e995;

/** The 32-bit hash of `org.apache.kafka.common.utils.Utils.murmur2`, as a signed integer. */
export function murmur2(data: Uint8Array): number {
  const length = data.length;
  const view = new DataView(data.buffer, data.byteOffset, length);
  const tail = length & ~3;
  let h = seed ^ length;
  for (let i = 0; i < tail; i += 4) {
    let k = Math.imul(view.getInt32(i, true), m);
    k ^= k >>> 24;
    h = Math.imul(h, m) ^ Math.imul(k, m);
  }
  if (length > tail) {
    for (let i = length - 1; i >= tail; i--) h ^= view.getUint8(i) << ((i - tail) * 8);
    h = Math.imul(h, m);
  }
  h ^= h >>> 13;
  h = Math.imul(h, m);
  return h ^ (h >>> 15);
}

/** The partition of a key, 0 to `partitions` - 1. */
export function partitionFor(key: string, partitions: number): number {
  return (murmur2(Buffer.from(key)) & 0x7fffffff) % partitions;
}
