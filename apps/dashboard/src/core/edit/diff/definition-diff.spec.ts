import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isRefusal } from '../patch/refusal.js';
import { chanceFrom } from '../testing/chance.js';
import { after } from '../testing/draft.js';
import { definitionText } from '../testing/random-definition.js';
import { type DefinitionDiff, diffDefinitions } from './definition-diff.js';
import { movedIn } from './longest-run.js';

const empty: DefinitionDiff = {
  added: [],
  removed: [],
  changed: [],
  moved: [],
  reordered: [],
  addedEdges: [],
  removedEdges: [],
  fields: [],
};

const before = `{"blocks":[{"id":"a","type":"api","config":{"n":9007199254740992,"list":[1,2]}},
  {"id":"l","type":"loop"},{"id":"b"}],"edges":[{"from":"a","to":"b"}],"variables":{"v":1}}`;

function diff(changed: string): DefinitionDiff {
  const result = diffDefinitions(before, changed);
  if (isRefusal(result)) throw new Error(result.reason);
  return result;
}

describe('diffDefinitions', () => {
  it('finds nothing in other white space, orders of fields, digits and a port that is the usual one', () => {
    const same = `{"variables": {"v": 1.0}, "edges":[{"to":"b","port":"out","from":"a"}],"blocks":
      [{"type":"api","config":{"list":[1,2e0],"n":9007199254740992},"\\u0069d":"a"},{"type":"loop","id":"l"},{"id":"b"}]}`;
    expect(diff(same)).toEqual(empty);
  });

  it('names each field that changed, digit by digit', () => {
    const changed = before
      .replace('740992', '740993')
      .replace('[1,2]', '[1,3]')
      .replace('"v":1', '"w":1');
    expect(diff(changed)).toEqual({
      ...empty,
      changed: [
        {
          id: 'a',
          fields: [
            { path: ['config', 'n'], before: '9007199254740992', after: '9007199254740993' },
            { path: ['config', 'list', 1], before: '2', after: '3' },
          ],
        },
      ],
      fields: [
        { path: ['variables', 'v'], before: '1', after: null },
        { path: ['variables', 'w'], before: null, after: '1' },
      ],
    });
  });

  it('shows a list that grew as a whole', () => {
    expect(diff(before.replace('[1,2]', '[0,1,2]')).changed).toMatchObject([
      { fields: [{ path: ['config', 'list'], before: '[1,2]', after: '[0,1,2]' }] },
    ]);
  });

  it('tells added, removed and reordered blocks apart, with their edges', () => {
    const removed = after(before, { kind: 'removeBlock', block: 'b' });
    const added = after(removed, { kind: 'addBlock', block: '{"id":"c"}', index: 0 });
    expect(diff(after(added, { kind: 'moveBlock', block: 'l', after: null }))).toEqual({
      ...empty,
      added: [{ id: 'c', text: '{"id":"c"}' }],
      removed: [{ id: 'b', text: '{"id":"b"}' }],
      reordered: ['l'],
      removedEdges: [{ from: 'a', to: 'b' }],
    });
  });

  it('tells in which loop a block stands now', () => {
    const moved = after(before, { kind: 'moveToBody', block: 'b', container: 'l' });
    expect(diff(moved)).toEqual({
      ...empty,
      moved: [{ id: 'b', before: null, after: 'l' }],
      addedEdges: [{ from: 'l', to: 'b', port: 'each' }],
      removedEdges: [{ from: 'a', to: 'b' }],
    });
  });

  it('shows blocks as one field where their ids repeat', () => {
    const twins = before.replace('"id":"b"', '"id":"a"');
    expect(diff(twins).fields).toEqual([
      { path: ['blocks', 2, 'id'], before: '"b"', after: '"a"' },
    ]);
  });

  it('finds nothing between a definition and itself', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const text = definitionText(chanceFrom(seed));
        expect(diffDefinitions(text, text)).toEqual(empty);
      }),
    );
  });
});

describe('movedIn', () => {
  it('moves as few as possible', () => {
    expect(movedIn(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'])).toEqual(['d']);
    expect(movedIn(['a', 'b', 'c'], ['a', 'b', 'c'])).toEqual([]);
  });
});
