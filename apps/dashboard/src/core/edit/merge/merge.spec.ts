import { describe, expect, it } from '@jest/globals';
import { isRefusal } from '../patch/refusal.js';
import { after, draft } from '../testing/draft.js';
import { commandToChoose } from './choose.js';
import type { Side } from './conflict.js';
import { mergeDefinitions, type Merged } from './merge.js';

const base = `{ "blocks": [
  {"id":"a", "config": {"url": "x", "n": 9007199254740993, "list": [1, 2]}},
  {"id":"b"}, {"id":"c"} ],
  "edges": [{"from":"a","to":"b"}, {"from":"b","to":"c"}], "variables": {} }`;

function merge(mine: string, theirs: string): Merged {
  const result = mergeDefinitions({ base, mine, theirs });
  if (isRefusal(result)) throw new Error(result.reason);
  return result;
}

const settled = ({ text, conflicts }: Merged, side: Side): string =>
  conflicts.reduce(
    (current, conflict) => after(current, commandToChoose(draft(current), conflict, side)),
    text,
  );

const removeB = after(base, { kind: 'removeBlock', block: 'b' });
const changeB = base.replace('{"id":"b"}', '{"id":"b","name":"B"}');

describe('mergeDefinitions', () => {
  it('writes my field into their bytes', () => {
    const theirs = base.replace('"n": 9007199254740993', '"n":9007199254740995 ');
    const { text, conflicts } = merge(base.replace('"x"', '"y"'), theirs);
    expect([text, conflicts]).toEqual([theirs.replace('"x"', '"y"'), []]);
  });

  it('has a conflict where both changed a field, keeps theirs, and has mine at hand', () => {
    const merged = merge(base.replace('993', '994'), base.replace('993', '995'));
    expect(merged.text).toBe(base.replace('993', '995'));
    expect(merged.conflicts).toEqual([
      {
        kind: 'field',
        block: 'a',
        path: ['config', 'n'],
        base: '9007199254740993',
        mine: '9007199254740994',
        theirs: '9007199254740995',
      },
    ]);
    expect(settled(merged, 'mine')).toBe(base.replace('993', '994'));
    expect(settled(merged, 'base')).toBe(base);
    expect(settled(merged, 'theirs')).toBe(merged.text);
  });

  it('merges the items of a list that no one made longer, else it asks for the whole list', () => {
    const theirs = base.replace('[1, 2]', '[1, 20]');
    expect(merge(base.replace('[1, 2]', '[10, 2]'), theirs).text).toContain('[10, 20]');
    const theirsLonger = merge(theirs, base.replace('[1, 2]', '[0, 1, 2]'));
    expect(theirsLonger.conflicts).toMatchObject([{ path: ['config', 'list'], mine: '[1, 20]' }]);
    const longer = merge(base.replace('[1, 2]', '[1, 2, 3]'), theirs);
    expect(longer.conflicts).toMatchObject([
      { path: ['config', 'list'], base: '[1, 2]', mine: '[1, 2, 3]', theirs: '[1, 20]' },
    ]);
  });

  it('merges the fields of an object that both added', () => {
    const add = (field: string) => base.replace('"variables": {}', `"variables": {"v":{${field}}}`);
    const { text, conflicts } = merge(add('"a":1'), add('"b":2'));
    expect([JSON.parse(text).variables, conflicts]).toEqual([{ v: { b: 2, a: 1 } }, []]);
  });

  it('asks when I deleted a block that they changed, and leaves its edges until then', () => {
    const merged = merge(removeB, changeB);
    expect(merged.text).toBe(changeB);
    expect(merged.conflicts).toMatchObject([
      { kind: 'block', block: 'b', mine: null, theirs: '{"id":"b","name":"B"}' },
    ]);
    expect(settled(merged, 'mine')).toBe(removeB);
  });

  it('asks when they deleted a block that I changed, and brings its edges back', () => {
    const merged = merge(changeB, removeB);
    expect(merged.text).toBe(removeB);
    expect(merged.conflicts).toMatchObject([{ kind: 'block', block: 'b', theirs: null }]);
    const back = JSON.parse(settled(merged, 'mine'));
    expect(back.blocks.at(-1)).toEqual({ id: 'b', name: 'B' });
    expect(back.edges).toEqual(JSON.parse(base).edges);
  });

  it('takes a new edge to a deleted block as a change of the block', () => {
    const edge = { from: 'a', to: 'b', port: 'error' };
    const joined = after(base, { kind: 'addEdge', edge });
    expect(merge(removeB, joined).conflicts).toMatchObject([{ kind: 'block', block: 'b' }]);
    const merged = merge(joined, removeB);
    expect(merged.text).toBe(removeB);
    expect(JSON.parse(settled(merged, 'mine')).edges).toContainEqual(edge);
  });

  it('merges edges as a set', () => {
    const mine = after(base, { kind: 'removeEdge', edge: { from: 'a', to: 'b' } });
    const theirs = after(base, { kind: 'addEdge', edge: { from: 'a', to: 'c' } });
    const { text, conflicts } = merge(mine, theirs);
    expect(JSON.parse(text).edges).toEqual([
      { from: 'b', to: 'c' },
      { from: 'a', to: 'c' },
    ]);
    expect(conflicts).toEqual([]);
  });

  it('puts my new block after its neighbour, and takes my order of the blocks', () => {
    const added = after(base, { kind: 'addBlock', block: '{"id":"new"}', index: 1 });
    const mine = after(added, { kind: 'moveBlock', block: 'c', after: null });
    const theirs = after(base, { kind: 'addBlock', block: '{"id":"last"}' });
    const ids = JSON.parse(merge(mine, theirs).text).blocks.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(['c', 'a', 'new', 'b', 'last']);
  });

  it('asks when both moved blocks in the text', () => {
    const mine = after(base, { kind: 'moveBlock', block: 'c', after: null });
    const theirs = after(base, { kind: 'moveBlock', block: 'a', after: 'c' });
    const merged = merge(mine, theirs);
    expect(merged.conflicts).toEqual([
      { kind: 'order', base: '["a","b","c"]', mine: '["c","a","b"]', theirs: '["b","c","a"]' },
    ]);
    const order = JSON.parse(settled(merged, 'mine')).blocks.map(({ id }: { id: string }) => id);
    expect(order).toEqual(['c', 'a', 'b']);
  });

  it('compares drafts as a whole where blocks have no ids of their own', () => {
    const twins = base.replace('"id":"c"', '"id":"b"');
    expect(merge(twins, base).text).toContain('{"id":"b"}, {"id":"b"}');
    expect(merge(twins, changeB).conflicts).toMatchObject([{ block: null, path: ['blocks'] }]);
  });

  it('refuses what is no JSON', () => {
    expect(mergeDefinitions({ base, mine: '{', theirs: base })).toMatchObject({
      reason: 'notJson',
    });
    expect(merge('[1]', base).text).toBe('[1]');
  });
});
