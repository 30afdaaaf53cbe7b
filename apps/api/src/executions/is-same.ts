import { createHash, timingSafeEqual } from 'node:crypto';

/** Hashed first, because timingSafeEqual needs equal lengths and the length must not leak. */
export function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
