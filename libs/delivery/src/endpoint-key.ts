/**
 * The key of a subscription's due records. All of them go through one partition, so that one
 * process owns the subscription's lane and enforces its limits. Pure.
 * Versions up to 0.1 keyed by the receiver's origin. Readers take the lane from the subscription's
 * id, so they serve such records like any other. Those get the new key at their next hop.
 */
import { hash } from 'node:crypto';

/** First 16 bytes of SHA-256 in hex. */
export const endpointKeyOf = (subscriptionId: string): string =>
  hash('sha256', subscriptionId, 'hex').slice(0, 32);
