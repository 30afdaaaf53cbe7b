/**
 * The lane of a receiver: all subscriptions to one origin share it, because they share what is slow. One with a rate limit has a
 * lane of its own, so that its limit holds nobody else up. Pure.
 */
import { createHash } from 'node:crypto';

export interface LaneTarget {
  readonly url: string;
  readonly subscriptionId: string;
  readonly maxPerSecond: number | null;
}

/** First 16 bytes of SHA-256 in hex; a text that is no URL is a lane of its own. */
export function endpointKeyOf({ url, subscriptionId, maxPerSecond }: LaneTarget): string {
  const origin = URL.parse(url)?.origin ?? url;
  return createHash('sha256')
    .update(maxPerSecond === null ? origin : `${origin} ${subscriptionId}`)
    .digest('hex')
    .slice(0, 32);
}
