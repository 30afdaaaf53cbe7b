/** The address of a caller, as the trusted proxies give it. */
import type { FastifyRequest } from 'fastify';
import { isIP, isIPv4, isIPv6 } from 'node:net';

/**
 * The connection's address when a trusted proxy forwarded something that is not an IP address: that
 * text may have any content and length.
 */
export const clientAddressOf = ({ ip, socket }: FastifyRequest): string =>
  isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip;

const groupsInNetwork = 4;

/** The last two groups may be written as an IPv4 address. */
const groupsOf = (text: string): string[] =>
  text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : group || []));

/**
 * What counts as one caller: an IPv4 address, or the /64 of an IPv6 address, because its holder may
 * use every address in it. All other text is one caller, `unknown`.
 */
export function networkOf(address: string): string {
  // A dual-stack socket shows IPv4 callers as ::ffff:a.b.c.d; %eth0 names an interface.
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return 'unknown';
  const [head = [], tail = []] = plain.split('::').map(groupsOf);
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  const network = [...head, ...zeros, ...tail].slice(0, groupsInNetwork);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
