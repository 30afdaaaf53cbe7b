import { BlockList, isIP, isIPv6 } from 'node:net';

const familyOf = (ip: string): 'ipv4' | 'ipv6' => (isIPv6(ip) ? 'ipv6' : 'ipv4');

/** @param entries addresses and CIDRs */
export function addressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [ip = '', bits] = entry.split('/');
    if (bits === undefined) list.addAddress(ip, familyOf(ip));
    else list.addSubnet(ip, Number(bits), familyOf(ip));
  }
  return (address) => {
    // A dual-stack socket shows IPv4 callers as ::ffff:a.b.c.d; %eth0 names an interface.
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
    return isIP(plain) !== 0 && list.check(plain, familyOf(plain));
  };
}
