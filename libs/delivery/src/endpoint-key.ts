/**
 * The key of a subscription's orders: all of them go through one partition, so that one process has its lane and keeps its limits.
 * Pure. Versions up to 0.1 keyed by the receiver's origin; readers take the lane from the subscription's id, so such orders are served
 * like any other, and get the new key with their next hop.
 */
import { hash } from 'node:crypto';

/** First 16 bytes of SHA-256 in hex. */
export const endpointKeyOf = (subscriptionId: string): string =>
  hash('sha256', subscriptionId, 'hex').slice(0, 32);
