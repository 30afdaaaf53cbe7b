/**
 * Which addresses may be reached. Everything that is not public unicast is denied by default:
 * private, loopback, link-local (cloud metadata lives there), carrier NAT, multicast, reserved, and
 * IPv6 forms that embed an IPv4 address.
 */
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [Address, number];

export interface EgressPolicyOptions {
  /** CIDRs (`10.1.0.0/16`, `::1/128`), single addresses, or host names (all their addresses). */
  readonly allow: readonly string[];
}

export interface EgressPolicy {
  /** Whether a socket to this address may be opened. Text that is not an address is refused. */
  allowsAddress(address: string): boolean;
  /** Whether the allow list names this host, so that its addresses are not checked. */
  allowsHost(host: string): boolean;
  /** Whether the allow list itself has this address or name; being public is not enough. */
  lists(addressOrHost: string): boolean;
}

/** An entry of `allow` that is neither a CIDR nor an address nor a host name. */
export class EgressPolicyError extends Error {
  override readonly name = 'EgressPolicyError';
}

/** Public by range, yet inside a cloud: Azure's host agent. */
const deniedPublic: readonly Range[] = [ipaddr.parseCIDR('168.63.129.16/32')];
/** All publicly routed IPv6 addresses are in this range; the rest is unassigned or special. */
const publicIPv6 = ipaddr.parseCIDR('2000::/3');

const hostName =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/;

/** Whether a text in lower case has the form of a host name, or of an IPv4 address. */
export const isHostName = (text: string): boolean => hostName.test(text);

function within(address: Address, [network, bits]: Range): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

/**
 * `::ffff:a.b.c.d` reaches a.b.c.d itself, so it is judged as that. Other embeddings go through
 * relays and are denied.
 */
function parse(text: string): Address | null {
  // isValidFourPartDecimal: `0177.0.0.1` and `127.1` must never be read in two ways.
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!ipaddr.IPv6.isValid(text)) return null;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

function parseRange(entry: string): Range | null {
  try {
    if (entry.includes('/')) return ipaddr.parseCIDR(entry);
    const address = parse(entry);
    return address && [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    return null;
  }
}

/** @throws EgressPolicyError naming the invalid entry */
export function createEgressPolicy({ allow }: EgressPolicyOptions): EgressPolicy {
  const ranges: Range[] = [];
  const hosts = new Set<string>();
  for (const entry of allow.map((text) => text.trim().toLowerCase())) {
    const range = parseRange(entry);
    if (range !== null) ranges.push(range);
    // A name whose last label is all digits is a mistyped address.
    else if (isHostName(entry) && !/(?:^|\.)\d+$/.test(entry)) hosts.add(entry);
    else throw new EgressPolicyError(`"${entry}" is neither a CIDR nor an address nor a host name`);
  }
  const allowsHost = (host: string): boolean => hosts.has(host.toLowerCase().replace(/\.$/, ''));
  const listsAddress = (address: Address): boolean =>
    ranges.some((range) => within(address, range));
  return {
    lists(text) {
      const address = parse(text);
      return address === null ? allowsHost(text) : listsAddress(address);
    },
    allowsAddress(text) {
      const address = parse(text);
      if (address === null) return false;
      if (listsAddress(address)) return true;
      if (address.range() !== 'unicast') return false;
      if (address.kind() === 'ipv6' && !within(address, publicIPv6)) return false;
      return !deniedPublic.some((range) => within(address, range));
    },
    allowsHost,
  };
}
