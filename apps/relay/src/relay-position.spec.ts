import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { claimIn, commitOf, publisherIn } from './relay-position.js';

describe('the relay position', () => {
  it('reads claim and publisher from its own metadata', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1, max: 2 ** 52 }), fc.uuid(), (claimInForce, uuid) => {
        const { metadata = '' } = commitOf(0, { offset: 5, claimInForce }, `relay-${uuid}`);
        expect([claimIn(metadata), publisherIn(0, metadata)]).toEqual([
          claimInForce,
          `relay-${uuid}`,
        ]);
      }),
    );
  });

  it('derives the publisher of a release 3 commit from its partition', () => {
    expect([claimIn('claim=7'), publisherIn(4, 'claim=7')]).toEqual([7, 'relay-4']);
    expect(publisherIn(4, undefined)).toBe('relay-4');
  });

  it('finds no claim in foreign metadata', () => {
    for (const foreign of ['', 'claim=', 'claim=-2', 'claim=1 ', '7', 'claim=1 publisher='])
      expect(claimIn(foreign)).toBeNull();
  });
});
