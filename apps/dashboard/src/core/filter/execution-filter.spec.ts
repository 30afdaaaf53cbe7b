import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readFilter, writeFilter } from '../filter-language/filter-language.js';
import {
  executionParts,
  logFilter,
  peekSearch,
  timeRangeOf,
  valuesIn,
} from './execution-filter.js';

const nowMs = Date.parse('2026-01-31T12:00:00Z');

describe('the filter in the address', () => {
  it('is total, and reads back what it gave', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (raw) => {
        const values = valuesIn(raw);
        expect(valuesIn(values)).toEqual(values);
      }),
    );
  });

  it('is the same as the typed text', () => {
    const text = 'status:failed,waiting workflow:"Order intake" duration:>5s draft:no last:7d card';
    const { values, problems } = readFilter(text, executionParts);
    expect(problems).toEqual([]);
    expect(valuesIn(values)).toEqual(values);
    expect(readFilter(writeFilter(values, executionParts), executionParts).values).toEqual(values);
  });

  it.each([
    [{ status: 'error' }, { status: 'error' }],
    [{ status: 'cancelled,error,error' }, { status: 'error,cancelled' }],
    [{ status: 'exploded', from: 'yesterday', extra: 1 }, {}],
    [
      { q: ' refused ', to: '2026-01-31' },
      { q: 'refused', to: '2026-01-31' },
    ],
    [
      { workflow: 'Order intake', trigger: 'chat' },
      { workflow: 'Order intake', trigger: 'chat' },
    ],
  ])('opens the old link %j', (link, expected) => {
    expect(valuesIn(link)).toEqual(expected);
  });
});

describe('the filter for the API', () => {
  it('names the workflow by its id and times in UTC', () => {
    const values = valuesIn({
      ...{ status: 'cancelled,error', from: '2026-01-31T08:00+01:00', q: 'card' },
      ...{ duration: '>1.5s', cost: '<0.01', draft: 'no', trigger: 'api' },
    });
    expect(logFilter(values, 'wf', nowMs)).toEqual({
      ...{ search: 'card', status: 'error,cancelled', triggers: 'api', draft: 'false' },
      ...{ minDurationMs: '1500', maxCost: '0.01', workflowIds: 'wf' },
      startDate: '2026-01-31T07:00:00.000Z',
    });
  });

  it('counts the last days back from now', () => {
    expect(timeRangeOf({ last: '24h' }, nowMs)).toEqual({
      ...{ from: '2026-01-30T12:00:00.000Z', to: null },
    });
  });
});

describe('the peek in the address', () => {
  it.each([
    ['0197d3a0-0000-7000-8000-000000000001', '0197d3a0-0000-7000-8000-000000000001'],
    ['../secrets', null],
    [['a'], null],
    [undefined, null],
  ])('reads %j as %j', (peek, expected) => {
    expect(peekSearch.parse({ peek })).toEqual({ peek: expected });
  });
});
