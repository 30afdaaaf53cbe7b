const [firstMs, mostMs] = [500, 15_000];

/**
 * How long to wait before a stream is opened again. Half of it is chance, so that the pages of a
 * restarted server do not come back at one moment.
 * @param attempt failures in a row, from 1
 * @param chance from 0 to 1
 */
export function retryDelayMs(attempt: number, chance: number, retryAfterSeconds: number): number {
  const upToMs = Math.min(mostMs, firstMs * 2 ** (attempt - 1));
  return Math.max(retryAfterSeconds * 1_000, upToMs / 2 + (upToMs / 2) * chance);
}
