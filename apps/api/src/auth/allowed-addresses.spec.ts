import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addressList } from '../http/caller-context.js';
import { covers, isAllowedFrom } from './allowed-addresses.js';

const ipOf = (number: number): string =>
  [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff).join('.');

describe('the addresses of a key', () => {
  it('allow these and no others', () => {
    const allowedAddresses = ['192.0.2.7', '10.1.0.0/16', '2001:db8::/32'];
    const may = (address: string): boolean => isAllowedFrom({ allowedAddresses }, address);
    expect(['192.0.2.7', '::ffff:192.0.2.7', '10.1.2.3', '2001:db8::9'].map(may)).toEqual(
      Array(4).fill(true),
    );
    expect(['192.0.2.8', '10.2.0.1', '2001:db9::', '', 'unknown'].map(may)).toEqual(
      Array(5).fill(false),
    );
    expect(isAllowedFrom({ allowedAddresses: null }, 'unknown')).toBe(true);
  });

  it.each([
    ['10.1.2.0/24', true],
    ['10.1.2.3', true],
    ['10.1.0.0/16', true],
    ['10.0.0.0/8', false],
    ['10.2.0.0/24', false],
    ['2001:db8:1::/48', true],
    ['2001:db8::/31', false],
    ['::ffff:10.1.2.3', false],
    ['::ffff:0a01:0203/104', false],
  ])('cover %s: %s', (entry, isCovered) => {
    expect(covers(['10.1.0.0/16', '2001:db8::/32'], entry)).toBe(isCovered);
  });

  it('cover only ranges of which they allow every address', () => {
    const range = fc.tuple(
      fc.integer({ min: 0, max: 0xffffffff }),
      fc.integer({ min: 1, max: 32 }),
    );
    fc.assert(
      fc.property(range, range, fc.nat(0xffffffff), ([outer, outerBits], [near, bits], pick) => {
        // Often inside the outer range: only the bits below its prefix differ.
        const below = outerBits === 32 ? 0 : 0xffffffff >>> outerBits;
        const inner = ((outer & ~below) | (near & below)) >>> 0;
        const list = [`${ipOf(outer >>> 0)}/${outerBits}`];
        if (!covers(list, `${ipOf(inner)}/${bits}`)) return;
        const hostBits = bits === 32 ? 0 : 0xffffffff >>> bits;
        const address = ((inner & ~hostBits) | (pick & hostBits)) >>> 0;
        expect(addressList(list)(ipOf(address))).toBe(true);
      }),
    );
  });
});
