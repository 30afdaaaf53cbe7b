/**
 * The token in an approval's resume URL. It follows from the master key and the block's place, so nothing secret is stored: who can
 * compute it may resume that one block, and a block is resumed once.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MasterKeys } from './envelope.js';

export interface WaitingPlace {
  readonly executionId: string;
  readonly blockId: string;
  /** Place in loops and parallels; empty at top level. */
  readonly iteration: string;
}

function signed(masterKey: Buffer, { executionId, blockId, iteration }: WaitingPlace): string {
  return createHmac('sha256', masterKey)
    .update(`resume:${executionId}:${blockId}:${iteration}`)
    .digest('base64url');
}

export const resumeTokenOf = ([current]: MasterKeys, place: WaitingPlace): string =>
  signed(current, place);

/** Tokens given out before a rotation of the master key stay good while the previous key is configured. */
export function isResumeToken(keys: MasterKeys, place: WaitingPlace, token: string): boolean {
  const given = Buffer.from(token);
  return keys.some((key) => {
    const expected = Buffer.from(signed(key, place));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

/** Whether it can be one: an HMAC-SHA256 in base64url. Says nothing about what it opens. */
export const isResumeTokenShaped = (token: string): boolean => /^[\w-]{43}$/.test(token);
