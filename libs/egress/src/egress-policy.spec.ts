import { describe, expect, it } from '@jest/globals';
import { createEgressPolicy, EgressPolicyError } from './egress-policy.js';

const publicOnly = createEgressPolicy({ allow: [] });

describe('egress policy', () => {
  it.each([
    ['loopback', '127.0.0.1'],
    ['all of loopback', '127.255.255.254'],
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.1.2.3'],
    ['private', '172.31.0.1'],
    ['private', '192.168.1.1'],
    ['link-local, cloud metadata', '169.254.169.254'],
    ['carrier NAT, cloud metadata', '100.100.100.200'],
    ['Azure host agent', '168.63.129.16'],
    ['IETF, Oracle metadata', '192.0.0.192'],
    ['documentation', '203.0.113.5'],
    ['benchmarking', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '250.1.1.1'],
    ['broadcast', '255.255.255.255'],
    ['loopback', '::1'],
    ['unspecified', '::'],
    ['link-local', 'fe80::1'],
    ['link-local with zone', 'fe80::1%eth0'],
    ['unique local, metadata', 'fd00:ec2::254'],
    ['site local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped loopback in hex', '::ffff:7f00:1'],
    ['compatible loopback', '::127.0.0.1'],
    ['translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::7f00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:4136:e378::1'],
    ['documentation', '2001:db8::1'],
    ['unassigned', '4000::1'],
    ['octal', '0177.0.0.1'],
    ['hex', '0x7f.0.0.1'],
    ['decimal', '2130706433'],
    ['short', '127.1'],
    ['no address', 'example.com'],
    ['an empty text', ''],
  ])('refuses %s: %s', (_what, address) => {
    expect(publicOnly.allowsAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])(
    'allows the public address %s',
    (address) => {
      expect(publicOnly.allowsAddress(address)).toBe(true);
    },
  );

  it('allows only the listed ranges, addresses and names', () => {
    const policy = createEgressPolicy({ allow: ['127.0.0.0/8', '::1', ' Internal.Example '] });
    expect(policy.allowsAddress('127.9.9.9')).toBe(true);
    expect(policy.allowsAddress('::ffff:127.0.0.1')).toBe(true);
    expect(policy.allowsAddress('::1')).toBe(true);
    expect(policy.allowsAddress('::2')).toBe(false);
    expect(policy.allowsAddress('10.0.0.1')).toBe(false);
    expect(policy.allowsHost('INTERNAL.example.')).toBe(true);
    expect(policy.allowsHost('other.internal.example')).toBe(false);
  });

  it.each(['10.0.0.0/33', '10.0.0', 'http://x', 'a b', '300.1.1.1', '*'])(
    'rejects the entry %s',
    (entry) => {
      expect(() => createEgressPolicy({ allow: [entry] })).toThrow(EgressPolicyError);
    },
  );
});
