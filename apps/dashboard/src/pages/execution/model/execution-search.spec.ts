import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { brushOf, executionSearch } from './execution-search.js';
import { readOpenness, withNextPage, withPath, withRow, writeOpenness } from './openness.js';

describe('the address of an execution', () => {
  it('is read again as it was written', () => {
    const value = fc.string({ maxLength: 20 });
    fc.assert(
      fc.property(fc.dictionary(value, value), value, (raw, span) => {
        const read = executionSearch.parse({ ...raw, span });
        expect(executionSearch.parse(executionSearch.format(read))).toEqual(read);
      }),
    );
  });

  it.each([
    ['tab=events', { tab: 'events' }],
    ['tab=nothing&span=charge%233', { tab: null, span: 'charge#3' }],
    ['from=100&to=2000&only=errors', { from: 100, to: 2_000, only: 'errors' }],
    ['from=-1&to=x', { from: null, to: null }],
  ])('still opens ?%s', (text, expected) => {
    const raw = Object.fromEntries(new URLSearchParams(text));
    expect(executionSearch.parse(raw)).toMatchObject(expected);
  });

  it('shows a part of the time only where both ends are given', () => {
    expect(brushOf({ from: 5, to: 9 })).toEqual({ from: 5, to: 9 });
    expect([brushOf({ from: 9, to: 5 }), brushOf({ from: null, to: 5 })]).toEqual([null, null]);
  });
});

describe('opened rows', () => {
  it('are read as they are written', () => {
    const all = withNextPage(withRow(readOpenness('each,call:each[3]'), 'charge', false), 'each');
    expect(writeOpenness(all)).toBe('each*2,call:each[3],-charge');
    expect(readOpenness(writeOpenness(all))).toEqual(all);
    expect(writeOpenness(withPath(readOpenness('-a'), ['a', 'a[1]']))).toBe('a,a[1]');
  });

  it('survive any text', () => {
    fc.assert(fc.property(fc.string(), (text) => void readOpenness(text)));
  });
});
