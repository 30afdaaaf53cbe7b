import { isIPv4, isIPv6 } from 'node:net';

const groupsIn = (part: string): string[] => part.split(':').filter((group) => group !== '');

/** The first 64 of 128 bits; `::` stands for as many zeros as are missing. */
function prefixOf(address: string): string {
  const [before = '', after] = address.split('::');
  const [head, tail] = [groupsIn(before), groupsIn(after ?? '')];
  // A dotted quad at the end takes two groups.
  const length = head.length + tail.length + (address.includes('.') ? 1 : 0);
  const groups = [...head, ...Array<string>(Math.max(0, 8 - length)).fill('0'), ...tail];
  return groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * Under which callers are limited: an IPv4 address, or the /64 of an IPv6 address, since one caller
 * usually has all addresses of a /64.
 */
export function networkOf(address: string): string {
  // A dual-stack socket shows IPv4 callers as ::ffff:a.b.c.d.
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(plain)) return plain;
  return isIPv6(plain) ? `${prefixOf(plain)}::/64` : 'unknown';
}
