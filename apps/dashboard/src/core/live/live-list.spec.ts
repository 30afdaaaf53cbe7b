import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { valuesIn } from '../filter/execution-filter.js';
import type { ExecutionChange } from './execution-change.js';
import { applyToList, compareHead } from './live-list.js';
import { matches } from './matches.js';

const at = (second: number): string => new Date(second * 1_000).toISOString();
const row = (executionId: string, second: number, status = 'running') => ({
  ...{ executionId, status, startedAt: at(second), endedAt: null, totalDurationMs: null },
  ...{ cost: { total: 0 }, errorCode: null, errorBlock: null, result: null },
});
/** `pagesFrom('ab cd')`: two pages, the newest first; all running. */
const pagesFrom = (text: string) => {
  const ids = text.replaceAll(' ', '');
  return text.split(' ').map((part) => ({
    data: part.split('').map((id) => row(id, 100 - ids.indexOf(id))),
  }));
};
const change = (id: string, status: string, second?: number): ExecutionChange => ({
  ...{ id, workflowId: 'w', status },
  ...(second !== undefined && { startedAt: at(second) }),
});
const filtered = (raw: Record<string, string>) => (one: ExecutionChange) =>
  matches(one, valuesIn(raw), null, 200_000);
const any = filtered({});
const picture = (pages: ReturnType<typeof pagesFrom>): string[] =>
  pages.map(({ data }) => data.map((one) => `${one.executionId}:${one.status}`).join(' '));

describe('a live list', () => {
  it('changes loaded rows in place and reports the new ones', () => {
    const changes = [change('c', 'success'), change('z', 'running', 101)];
    const { pages, fresh } = applyToList(pagesFrom('ab cd'), changes, any, true);
    expect(picture([...pages])).toEqual(['a:running b:running', 'c:success d:running']);
    expect(fresh).toEqual(['z']);
  });

  it('reports a failure that started before the newest row', () => {
    const pages = [{ data: [row('new', 100, 'error'), row('old', 50, 'error')] }];
    const slow = change('slow', 'error', 91);
    expect(applyToList(pages, [slow], filtered({ status: 'error' }), true).fresh).toEqual(['slow']);
  });

  it('reports no row of a page that is not loaded', () => {
    const old = change('old', 'error', 10);
    expect(applyToList(pagesFrom('ab'), [old], any, true).fresh).toEqual([]);
    expect(applyToList(pagesFrom('ab'), [old], any, false).fresh).toEqual(['old']);
  });

  it('shows at once the code, the block, the duration and the cost of a failure', () => {
    const failed = {
      ...change('a', 'error'),
      ...{ errorCode: 'TIMEOUT', errorBlock: 'Slow call', totalDurationMs: 4_400, costUsd: 0.5 },
      endedAt: at(101),
    };
    const { pages } = applyToList(pagesFrom('a'), [failed], any, false);
    expect(pages[0]?.data[0]).toMatchObject({
      ...{ status: 'error', totalDurationMs: 4_400, cost: { total: 0.5 } },
      ...{ errorCode: 'TIMEOUT', errorBlock: 'Slow call' },
    });
  });

  it('lets a row go that its filter no longer means', () => {
    const { pages } = applyToList(
      ...[pagesFrom('ab'), [change('a', 'success')], filtered({ status: 'running' }), false],
    );
    expect(picture([...pages])).toEqual(['b:running']);
  });

  it('does not guess at what only the server knows', () => {
    const { fresh, isUndecided } = applyToList(
      ...[pagesFrom('ab'), [change('z', 'running', 101)], filtered({ q: 'Refund' }), false],
    );
    expect([fresh, isUndecided]).toEqual([[], true]);
  });

  it('keeps pages and rows that did not change', () => {
    const before = pagesFrom('ab cd');
    const { pages } = applyToList(
      before,
      [change('a', 'running'), change('c', 'error')],
      any,
      true,
    );
    expect(pages[0]).toBe(before[0]);
    expect(pages[1]?.data[1]).toBe(before[1]?.data[1]);
  });

  it('gives the same rows for any cut of the same changes into batches, with repeats', () => {
    const ends = fc.record(
      Object.fromEntries(
        ['a', 'b', 'c', 'd'].map((id) => [id, fc.constantFrom('success', 'error')]),
      ),
    );
    const drawn = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.boolean()));
    fc.assert(
      fc.property(drawn, ends, fc.array(fc.boolean()), (steps, endOf, isRepeated) => {
        const all = steps.map(([id, isEnd]) => change(id, isEnd ? (endOf[id] ?? '') : 'running'));
        let cut = pagesFrom('ab cd');
        for (const [index, one] of all.entries()) {
          cut = [...applyToList(cut, [one], any, true).pages];
          if (isRepeated[index] === true) cut = [...applyToList(cut, [one], any, true).pages];
        }
        const kept = new Set(all.filter(({ status }) => status !== 'running').map(({ id }) => id));
        for (const { data } of cut)
          for (const { executionId, status } of data)
            expect(status).toBe(kept.has(executionId) ? endOf[executionId] : 'running');
      }),
    );
  });
});

describe('the head of a list, read again', () => {
  it('says which rows left and which are new, as far as it was read', () => {
    const loaded = [row('a', 9), row('b', 8), row('c', 3)];
    const head = [row('z', 10), row('a', 9), row('y', 7)];
    expect(compareHead(loaded, head, false)).toEqual({ gone: new Set(['b']), fresh: ['z', 'y'] });
    expect(compareHead(loaded, head, true).gone).toEqual(new Set(['b', 'c']));
  });
});

describe('whether an execution belongs to a list', () => {
  const failed = { ...change('a', 'error', 100), trigger: 'webhook', draft: false };
  it.each([
    [{}, 'yes'],
    [{ status: 'error,cancelled' }, 'yes'],
    [{ status: 'running' }, 'no'],
    [{ trigger: 'schedule' }, 'no'],
    [{ trigger: 'webhook,api' }, 'yes'],
    [{ draft: 'yes' }, 'no'],
    [{ from: '1970-01-01T00:02:00Z' }, 'no'],
    [{ to: '1970-01-01T00:01:00Z' }, 'no'],
    [{ q: 'card' }, 'unknown'],
    [{ q: 'card', status: 'running' }, 'no'],
    [{ duration: '>5s' }, 'unknown'],
  ])('with the filter %j: %s', (raw, expected) => {
    expect(filtered(raw)(failed)).toBe(expected);
  });
});
