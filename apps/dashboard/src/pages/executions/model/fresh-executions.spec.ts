import { describe, expect, it } from '@jest/globals';
import { noFilter } from '../../../core/filter/execution-filter.js';
import { withFresh } from './fresh-executions.js';

const change = (id: string, startedAt?: string) => ({
  ...{ id, workflowId: 'w', status: 'running' },
  ...(startedAt !== undefined && { startedAt }),
});
const none: ReadonlySet<string> = new Set();
const newest = '2026-01-31T12:00:00Z';

describe('withFresh', () => {
  it('counts an execution once, however often it changes', () => {
    const once = withFresh(none, [change('a')], noFilter, null, null);
    expect(withFresh(once, [change('a')], noFilter, null, null)).toBe(once);
    expect([...once]).toEqual(['a']);
  });

  it('does not count rows of pages that are not loaded', () => {
    const changes = [change('old', '2026-01-31T11:00:00Z'), change('new', '2026-01-31T12:00:01Z')];
    expect([...withFresh(none, changes, noFilter, null, newest)]).toEqual(['new']);
  });

  it('counts only what the filter lets through', () => {
    const filter = { ...noFilter, status: ['error', 'cancelled'] as const };
    expect(withFresh(none, [change('a')], filter, null, null)).toBe(none);
    const cancelled = { ...change('b'), status: 'cancelled' };
    expect([...withFresh(none, [cancelled], filter, null, null)]).toEqual(['b']);
    expect(withFresh(none, [change('a')], noFilter, 'other', null)).toBe(none);
  });
});
