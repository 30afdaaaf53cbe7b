/**
 * The token in an approval's resume URL. It is derived from the master key and the block address,
 * so nothing secret is stored. Anyone who can compute it may resume that one block, and a block is
 * resumed once.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MasterKeys } from './envelope.js';

export interface WaitingPlace {
  readonly executionId: string;
  readonly blockId: string;
  /** Position in loops and parallels; empty at top level. */
  readonly iteration: string;
}

function signed(masterKey: Buffer, { executionId, blockId, iteration }: WaitingPlace): string {
  return createHmac('sha256', masterKey)
    .update(`resume:${executionId}:${blockId}:${iteration}`)
    .digest('base64url');
}

export const resumeTokenOf = ([current]: MasterKeys, place: WaitingPlace): string =>
  signed(current, place);

/** Tokens issued before a master key rotation stay valid while the previous key is configured. */
export function isResumeToken(keys: MasterKeys, place: WaitingPlace, token: string): boolean {
  const given = Buffer.from(token);
  return keys.some((key) => {
    const expected = Buffer.from(signed(key, place));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

/** Whether it has the form of a token, an HMAC-SHA256 in base64url. It may still open nothing. */
export const isResumeTokenShaped = (token: string): boolean => /^[\w-]{43}$/.test(token);
