/** The lane of a receiver: all subscriptions to one origin share it, because they share what is slow. Pure. */
import { createHash } from 'node:crypto';

/** First 16 bytes of SHA-256 over the URL's origin, in hex; a text that is no URL is a lane of its own. */
export function endpointKeyOf(url: string): string {
  return createHash('sha256')
    .update(URL.parse(url)?.origin ?? url)
    .digest('hex')
    .slice(0, 32);
}
