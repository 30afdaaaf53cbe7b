import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { executionStatuses } from '../status/status.js';
import {
  executionSearch,
  logParameters,
  noFilter,
  peekSearch,
  triggers,
} from './execution-filter.js';
import { formatFilterText, parseFilterText } from './filter-text.js';

const trimmed = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ maxLength, unit: 'grapheme' }).map((text) => text.slice(0, maxLength).trim());
const instants = fc
  .date({ min: new Date('1970-01-01'), max: new Date('9999-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const filters = fc.record({
  q: trimmed(80),
  status: fc.subarray([...executionStatuses]),
  workflow: trimmed(60),
  trigger: fc.option(fc.constantFrom(...triggers)),
  from: fc.option(instants),
  to: fc.option(instants),
});

describe('the filter in the URL', () => {
  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(executionSearch.parse(executionSearch.format(filter))).toEqual(filter);
      }),
    );
  });

  it('is total', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (raw) => {
        expect(Object.keys(executionSearch.parse(raw))).toEqual(Object.keys(noFilter));
      }),
    );
  });

  it.each([
    [{ status: 'error' }, { status: ['error'] }],
    [{ status: 'cancelled,error,exploded,error' }, { status: ['error', 'cancelled'] }],
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
    expect(executionSearch.parse(link)).toEqual({ ...noFilter, ...expected });
  });
});

describe('the peek in the URL', () => {
  it.each([
    ['0197d3a0-0000-7000-8000-000000000001', '0197d3a0-0000-7000-8000-000000000001'],
    ['../secrets', null],
    [['a'], null],
    [undefined, null],
  ])('reads %j as %j', (peek, expected) => {
    expect(peekSearch.parse({ peek })).toEqual({ peek: expected });
  });
});

describe('the filter as text', () => {
  it('reads back what it wrote, without a problem', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(parseFilterText(formatFilterText(filter))).toEqual({ filter, problems: [] });
      }),
    );
  });

  it('reads any text, and reports or keeps every part of it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (input) => {
        const { filter, problems } = parseFilterText(input);
        const again = parseFilterText(formatFilterText(filter));
        expect(again.filter).toEqual(filter);
        if (/[^\s"]/.test(input))
          expect(problems.length > 0 || formatFilterText(filter) !== '').toBe(true);
      }),
    );
  });

  it('finds keys, quoted values and words', () => {
    expect(parseFilterText('status:error  workflow:"Order \\"x\\"" card refused')).toEqual({
      filter: { ...noFilter, status: ['error'], workflow: 'Order "x"', q: 'card refused' },
      problems: [],
    });
  });

  it.each([
    ['stauts:error', 'unknownKey'],
    ['status:failed', 'badValue'],
    ['status:error,', 'badValue'],
    ['status:error,failed', 'badValue'],
    ['from:yesterday', 'badValue'],
    ['status:error status:success', 'twice'],
    ['x'.repeat(501), 'tooLong'],
  ])('reports %j', (input, reason) => {
    expect(parseFilterText(input).problems.map((problem) => problem.reason)).toEqual([reason]);
  });

  it('asks the API for the workflow by its id and for times in UTC', () => {
    const { filter } = parseFilterText('status:cancelled,error from:2026-01-31T08:00+01:00 card');
    expect(logParameters('ws', filter, 'wf')).toEqual({
      ...{ workspaceId: 'ws', limit: '100', details: 'full', search: 'card' },
      status: 'error,cancelled',
      ...{ startDate: '2026-01-31T07:00:00.000Z', workflowIds: 'wf' },
    });
  });
});
