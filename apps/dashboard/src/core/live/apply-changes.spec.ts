import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyChanges, type ExecutionChange } from './apply-changes.js';

/** `pagesFrom('ab cd', '# #')`: two pages; all running. */
const pagesFrom = (text: string) =>
  text.split(' ').map((ids) => ({
    data: ids.split('').map((executionId) => ({
      ...{ executionId, status: 'running', endedAt: null, totalDurationMs: null },
    })),
  }));

const change = (id: string, status: string): ExecutionChange => ({ id, workflowId: 'w', status });
const picture = (pages: ReturnType<typeof pagesFrom>): string[] =>
  pages.map(({ data }) => data.map((row) => `${row.executionId}:${row.status}`).join(' '));

describe('applyChanges', () => {
  it('changes loaded rows in place and reports the others', () => {
    const { pages, unknown } = applyChanges(pagesFrom('ab cd'), [
      change('c', 'success'),
      change('z', 'running'),
    ]);
    expect(picture([...pages])).toEqual(['a:running b:running', 'c:success d:running']);
    expect(unknown.map(({ id }) => id)).toEqual(['z']);
  });

  it('keeps pages and rows that did not change', () => {
    const before = pagesFrom('ab cd');
    const { pages } = applyChanges(before, [change('a', 'running'), change('c', 'error')]);
    expect(pages[0]).toBe(before[0]);
    expect(pages[1]?.data[1]).toBe(before[1]?.data[1]);
  });

  it('gives the same rows for any cut of the same changes into batches, with repeats', () => {
    const changes = fc.array(
      fc.tuple(
        fc.constantFrom(...['a', 'b', 'c', 'd', 'z']),
        fc.constantFrom('running', 'success', 'error'),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(changes, fc.array(fc.nat(20)), (drawn, cuts) => {
        const all = drawn.map(([id, status]) => change(id, status));
        let cut = pagesFrom('ab cd');
        const edges = [0, ...cuts.toSorted((a, b) => a - b), all.length];
        for (const [index, edge] of edges.entries()) {
          const batch = all.slice(
            Math.min(edge, edges[index + 1] ?? edge),
            edges[index + 1] ?? edge,
          );
          cut = [...applyChanges(cut, batch).pages];
          cut = [...applyChanges(cut, batch).pages];
        }
        expect(picture(cut)).toEqual(picture([...applyChanges(pagesFrom('ab cd'), all).pages]));
      }),
    );
  });
});
