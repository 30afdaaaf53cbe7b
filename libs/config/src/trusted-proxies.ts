/** Addresses and ranges, and the proxies that are trusted to report the caller's address. */
import { isIP } from 'node:net';
import { z } from 'zod';

/** `/0` is refused, because a list with it names every address. */
export function isAddressOrRange(text: string): boolean {
  const [ip = '', bits, ...more] = text.split('/');
  const family = isIP(ip);
  if (family === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

export const trustedProxies = z.array(
  z
    .string()
    .refine(isAddressOrRange, 'must be addresses and CIDRs (not /0), e.g. 10.0.0.7,fd00::/8'),
);
