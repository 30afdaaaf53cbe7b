/**
 * API keys: `fl_` and 32 random bytes in base62. With that much entropy a plain SHA-256 is enough
 * to store them: there is nothing to guess, so a slow hash would only cost time.
 */
import { hash, randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Digits that 32 bytes need in base62. */
const digits = 43;

/** A new key; it is shown once and never stored. */
export function newApiKey(): string {
  let rest = BigInt(`0x${randomBytes(32).toString('hex')}`);
  let text = '';
  for (let digit = 0; digit < digits; digit += 1) {
    text = (alphabet[Number(rest % 62n)] ?? '') + text;
    rest /= 62n;
  }
  return `fl_${text}`;
}

/** The form in which a key is stored and looked up: 32 bytes. */
export const hashApiKey = (key: string): Buffer => hash('sha256', key, 'buffer');

/** Enough of a key to recognise it in a list: `fl_` and four characters. */
export const keyPrefixOf = (key: string): string => key.slice(0, 7);
