import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { networkOf } from './client-address.js';

/** One of the notations of an address: zeros left out, runs of zeros as `::`, any case. */
const notationOf = (groups: readonly number[], canShorten: boolean, isUpper: boolean): string => {
  const text = groups.map((group) => group.toString(16)).join(':');
  const short = canShorten ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text;
  return isUpper ? short.toUpperCase() : short;
};

const groups = (count: number) =>
  fc.array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: count, maxLength: count });

describe('the network of a caller', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0:1:ffff::', '2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:192.0.2.7', '1:2:3:4::/64'],
    ['2001:db8::5:6:7:8:9', '2001:db8:0:5::/64'],
    ['', 'unknown'],
    ['unknown', 'unknown'],
    ['1.2.3.4, 5.6.7.8', 'unknown'],
  ])('for %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('is the same for every address of a /64, in every notation, and different for any other', () => {
    fc.assert(
      fc.property(
        groups(4),
        groups(4),
        groups(4),
        groups(4),
        fc.boolean(),
        fc.boolean(),
        (network, one, other, elsewhere, canShorten, isUpper) => {
          const here = notationOf([...network, ...one], canShorten, isUpper);
          const alsoHere = notationOf([...network, ...other], !canShorten, !isUpper);
          expect(networkOf(here)).toBe(networkOf(alsoHere));
          const there = notationOf([...elsewhere, ...one], canShorten, isUpper);
          const isSame = network.every((group, index) => group === elsewhere[index]);
          expect(networkOf(there) === networkOf(here)).toBe(isSame);
        },
      ),
    );
  });

  it('is one short line for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV6(), fc.ipV4Extended()), (text) => {
        expect(networkOf(text)).toMatch(/^(unknown|[0-9a-f.:/]{1,30})$/);
      }),
    );
  });
});
