import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { problemGroups, stepFrom } from './problem-list.js';

const blocks = [
  { id: 'hook', name: 'Webhook' },
  { id: 'call', name: 'Charge' },
];
const note = (blockId: string | null, field: string, message = field) => ({
  ...{ blockId, field, message },
});

describe('problemGroups', () => {
  it('finds the block and the field of each note', () => {
    const groups = problemGroups(blocks, {
      problems: [note(null, 'blocks[1].config.url'), note(null, 'edges[0].to')],
      warnings: [note('hook', 'config.conditions[0].port'), note('call', 'type')],
    });
    expect(groups.map(({ name, problems }) => [name, problems.map(({ path }) => path)])).toEqual([
      ['Charge', [['url'], null]],
      [null, [null]],
      ['Webhook', [['conditions', 0, 'port']]],
    ]);
  });

  it('keeps what belongs to a block that is gone', () => {
    const [group] = problemGroups(blocks, { problems: [note('old', 'config.a')], warnings: [] });
    expect(group).toMatchObject({ block: 'old', name: 'old' });
  });
});

describe('stepFrom', () => {
  it('goes around, and comes back by the opposite step', () => {
    expect([stepFrom(['a', 'b'], null, 1), stepFrom(['a', 'b'], null, -1)]).toEqual(['a', 'b']);
    expect(stepFrom([], 'a', 1)).toBeNull();
    const lists = fc.uniqueArray(fc.nat(), { minLength: 1 });
    fc.assert(
      fc.property(lists, fc.nat(), (ids, at) => {
        const current = ids[at % ids.length] ?? null;
        const next = stepFrom(ids, current, 1);
        expect(stepFrom(ids, next, -1)).toBe(current);
      }),
    );
  });
});
