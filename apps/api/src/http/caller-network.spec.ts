import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { networkOf } from './caller-network.js';

describe("a caller's network", () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::5:6:7:8:9', '2001:db8:0:5::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:192.0.2.7', '1:2:3:4::/64'],
    ['', 'unknown'],
    ['unknown', 'unknown'],
    ['1.2.3.4, 5.6.7.8', 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('is one for all addresses of a /64, and another for its neighbour', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    const half = fc.tuple(group, group, group, group).map((groups) => groups.join(':'));
    fc.assert(
      fc.property(half, half, half, half, (network, other, one, two) => {
        expect(networkOf(`${network}:${one}`)).toBe(networkOf(`${network}:${two}`));
        fc.pre(network !== other);
        expect(networkOf(`${network}:${one}`)).not.toBe(networkOf(`${other}:${one}`));
      }),
    );
  });

  it('is short and of one line for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV6(), fc.ipV4Extended()), (text) => {
        expect(networkOf(text)).toMatch(/^(unknown|[0-9a-f.:/]{1,30})$/);
      }),
    );
  });
});
