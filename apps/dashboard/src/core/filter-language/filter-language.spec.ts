import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type FilterPart,
  joinFilters,
  maxTextLength,
  readFilter,
  takeFinished,
  writeFilter,
} from './filter-language.js';
import { suggestionsFor } from './suggestions.js';

const statuses = ['error', 'success', 'cancelled'];
const parts: readonly FilterPart[] = [
  {
    ...{ key: 'status', values: statuses, isMany: true, examples: [] },
    read: (value) => (value === 'failed' ? 'error' : statuses.includes(value) ? value : null),
  },
  {
    ...{ key: 'workflow', values: null, isMany: false, examples: [] },
    read: (value) => (value === '' || value.length > 200 ? null : value),
  },
];
const read = (text: string) => readFilter(text, parts);

const trimmed = fc
  .string({ maxLength: 60, unit: 'grapheme' })
  .map((text) => text.trim())
  .filter((text) => text !== '');
const filters = fc.record(
  {
    status: fc
      .subarray(statuses, { minLength: 1 })
      .map((chosen) => statuses.filter((one) => chosen.includes(one)).join(',')),
    workflow: trimmed,
    q: trimmed,
  },
  { requiredKeys: [] },
);

describe('a filter as text', () => {
  it('reads back what it wrote, without a problem', () => {
    fc.assert(
      fc.property(filters, (values) => {
        expect(read(writeFilter(values, parts))).toEqual({ values: { ...values }, problems: [] });
      }),
    );
  });

  it('reads any text, and reports or keeps every part of it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (input) => {
        const { values, problems } = read(input);
        expect(read(writeFilter(values, parts)).values).toEqual(values);
        if (/[^\s"]/.test(input))
          expect(problems.length + Object.keys(values).length).toBeGreaterThan(0);
      }),
    );
  });

  it.each([
    ['stauts:error', 'unknownKey', 0, 12],
    ['card status:broken', 'badValue', 5, 18],
    ['status:error,', 'badValue', 0, 13],
    ['status:error status:success', 'twice', 13, 27],
    ['x'.repeat(maxTextLength + 1), 'tooLong', 0, maxTextLength + 1],
  ])('says where and why %j is wrong', (input, reason, from, to) => {
    expect(read(input).problems).toMatchObject([{ reason, from, to }]);
  });
});

describe('a filter that is being typed', () => {
  it.each([
    ['status:failed ', { status: 'error' }, ''],
    ['card status:error re', { status: 'error' }, 'card re'],
    ['status:error status:success,x', { status: 'error' }, 'status:success,x'],
    ['status:error status:success', { status: 'error,success' }, ''],
    ['card ', {}, 'card '],
    ['stauts:error card', {}, 'stauts:error card'],
  ])('gives the finished parts of %j', (text, values, rest) => {
    expect(takeFinished(text, parts)).toEqual({ values, rest });
  });

  it('adds to a part of several values, and replaces one of one value', () => {
    const added = { status: 'success', workflow: 'Invoice sync' };
    expect(joinFilters({ status: 'error', workflow: 'Order intake' }, added, parts)).toEqual({
      ...{ status: 'error,success', workflow: 'Invoice sync' },
    });
  });
});

describe('suggestions', () => {
  const after = (text: string, used: readonly string[] = []) =>
    suggestionsFor(
      text,
      parts,
      () => ['Order intake', 'Invoice sync'],
      (key) => used.includes(key),
    ).entries.map(({ value }) => value);

  it.each([
    ['', ['status', 'workflow']],
    ['st', ['status']],
    ['card w', ['workflow']],
    ['status:', statuses],
    ['status:c', ['success', 'cancelled']],
    ['status:error,', ['success', 'cancelled']],
    ['workflow:inv', ['Invoice sync']],
    ['workflow:"order in', ['Order intake']],
    ['nothing:', []],
    ['status:error ', ['status', 'workflow']],
  ])('after %j are %j', (text, expected) => {
    expect(after(text)).toEqual(expected);
  });

  it('leave out a part that is there already', () => {
    expect(after('', ['status'])).toEqual(['workflow']);
  });
});
