import { describe, expect, it } from '@jest/globals';
import { wantedRevisions } from './revision.js';

describe('If-Match', () => {
  it.each([
    ['nothing', undefined, null],
    ['a star', '*', null],
    ['a tag', '"7"', [7]],
    ['a tag that a proxy made weak', 'W/"7"', [7]],
    ['a list', '"7", "8"', [7, 8]],
  ])('names revisions with %s', (_, header, revisions) => {
    const wanted = wantedRevisions(header);
    expect(wanted && [...wanted]).toEqual(revisions);
  });

  it.each(['', '7', '"x"', '"7",', '"1e3"', '"99999999999"'])(
    'is refused with an example for %j',
    (header) => {
      expect(() => wantedRevisions(header)).toThrow('for example "7" with its quotes');
    },
  );
});
