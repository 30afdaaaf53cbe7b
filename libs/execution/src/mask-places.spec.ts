import { describe, expect, it } from '@jest/globals';
import { maskPlaces } from './mask-places.js';

const paths = (value: unknown, most = 20): unknown =>
  maskPlaces(value, most).map(({ path }) => path);

describe('the places of masked values', () => {
  it.each<[unknown, readonly PropertyKey[][]]>([
    [{ data: { id: 7 }, list: ['a', null, true] }, []],
    ['***', [[]]],
    [{ headers: { authorization: 'Bearer ***' } }, [['headers', 'authorization']]],
    [[1, { a: ['x', '***'] }], [[1, 'a', 1]]],
    [{ a: { '***': 1 } }, [['a', '***']]],
    [{ h: '[secret]', other: 'a [secret] in a text' }, [['h']]],
    [{ h: { $encrypted: 'YQ==' } }, [['h', '$encrypted']]],
    [{ stars: '**', a: '*' }, []],
  ])('of %j', (value, expected) => {
    expect(paths(value)).toEqual(expected);
  });

  it('are as many as are asked for', () => {
    expect(paths(['***', '***', '***'], 2)).toEqual([[0], [1]]);
  });
});
