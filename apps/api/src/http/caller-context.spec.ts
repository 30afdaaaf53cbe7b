import { describe, expect, it } from '@jest/globals';
import { addressList } from './caller-context.js';

describe('addressList', () => {
  it('matches addresses, CIDR ranges and IPv4-mapped IPv6 addresses', () => {
    const isListed = addressList(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32']);
    for (const ip of ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', '2001:db8::1'])
      expect(isListed(ip)).toBe(true);
    for (const ip of ['11.0.0.1', '192.0.2.8', '2001:db9::1', '::1', 'unknown', ''])
      expect(isListed(ip)).toBe(false);
  });
});
