import { describe, expect, it } from '@jest/globals';
import { after } from '../testing/draft.js';

interface Block {
  readonly id: string;
  readonly type?: string;
  readonly name: string;
  readonly config?: unknown;
}

const textOf = (blocks: readonly Block[], edges: readonly object[] = []): string =>
  JSON.stringify({
    blocks: blocks.map(({ type = 'api', config = {}, ...block }) => ({ ...block, type, config })),
    edges,
  });

const rename = (text: string, block: string, name: string): string =>
  after(text, { kind: 'renameBlock', block, name });

/** What a text becomes when the block "API" (`a`) gets another name. */
function renamedText(text: string, name: string, others: readonly Block[] = []): unknown {
  const blocks = [{ id: 'a', name: 'My API' }, { id: 'b', name: 'B', config: { text } }, ...others];
  const result = rename(textOf(blocks), 'a', name);
  if (!result.startsWith('{')) return result;
  return (JSON.parse(result) as { blocks: Block[] }).blocks[1]?.config;
}

describe('renameBlock', () => {
  it.each([
    ['<myapi.status>', '<New.status>'],
    ['<My API.data[0]["a b"]> and <MYAPI.x>', '<New.data[0]["a b"]> and <New.x>'],
    ['<my api>', '<New>'],
    ['<myapi.a> === 200 && <b.x> < 3', '<New.a> === 200 && <b.x> < 3'],
    ['\\<myapi.a> is text', '\\<myapi.a> is text'],
    ['\\\\<myapi.a> too', '\\\\<myapi.a> too'],
    ['<myapi.> <myapi.é> < myapi.x>', '<myapi.> <myapi.é> < myapi.x>'],
    ['{{myapi}} myapi', '{{myapi}} myapi'],
  ])('rewrites %s', (before, expected) => {
    expect(renamedText(before, 'New')).toEqual({ text: expected });
  });

  it('keeps what text means that looks like the old or the new name', () => {
    expect(renamedText('<new>bold</new> <new.x>', 'New')).toEqual({
      text: '\\<new>bold</new> <new.x>',
    });
    expect(renamedText('\\<my api> \\<new>', 'New')).toEqual({ text: '<my api> \\\\<new>' });
  });

  it('changes only the bytes of the name in a string with escapes', () => {
    const text =
      '{"blocks":[{"id":"a","name":"API"},{"id":"b","config":{"x":"\\u00e9\\n\\u003cap\\u0069.s>\\/"}}]}';
    expect(rename(text, 'a', 'New name')).toBe(
      text.replace('"API"', '"New name"').replace('ap\\u0069', 'New name'),
    );
  });

  it('rewrites the tools of agents', () => {
    const tools = (block: string) => ({ tools: [{ block: 'Other' }, { block, description: 'x' }] });
    const blocks = (name: string, block: string): Block[] => [
      { id: 'a', name },
      { id: 'agent', type: 'agent', name: 'Agent', config: tools(block) },
    ];
    expect(rename(textOf(blocks('Find order', 'find ORDER')), 'a', 'Look up')).toBe(
      textOf(blocks('Look up', 'Look up')),
    );
  });

  it('leaves edges, which name blocks by id, and names of fields', () => {
    const blocks = (name: string): Block[] => [
      { id: 'API', name, config: { '<api.x>': 1, headers: { api: '' } } },
    ];
    const edges = [{ from: 'API', to: 'API' }];
    expect(rename(textOf(blocks('API'), edges), 'API', 'New')).toBe(textOf(blocks('New'), edges));
  });

  it('tells a block "Loop" from the iteration in a body', () => {
    const blocks = (name: string, outside: string): Block[] => [
      { id: 'a', name },
      { id: 'l', type: 'loop', name: 'Each line', config: { condition: '<loop.index> < 3' } },
      { id: 'in', name: 'In', config: { url: '<loop.currentItem>' } },
      { id: 'out', name: 'Out', config: { url: outside } },
    ];
    const edges = [{ from: 'l', to: 'in', port: 'each' }];
    expect(rename(textOf(blocks('Loop', '<loop.status>'), edges), 'a', 'New')).toBe(
      textOf(blocks('New', '<New.status>'), edges),
    );
  });

  it('refuses a name that would mean something else where the block is referred to', () => {
    const inBody = [
      { id: 'a', name: 'A' },
      { id: 'l', type: 'loop', name: 'L' },
      { id: 'in', name: 'In', config: { url: '<a.x>' } },
    ];
    const edges = [{ from: 'l', to: 'in', port: 'each' }];
    expect(rename(textOf(inBody, edges), 'a', 'Loop')).toBe('nameHidden');
    expect(rename(textOf(inBody), 'a', 'Loop')).toContain('<Loop.x>');
    expect(renamedText('<myapi.x>', 'Variable')).toBe('nameHidden');
    expect(renamedText('<env.BASE_URL>', 'Env')).toBe('nameCaptures');
    const agent = { id: 'g', type: 'agent', name: 'G', config: { tools: [{ block: 'B' }] } };
    expect(renamedText('<myapi.x>', 'Tool', [agent])).toBe('nameHidden');
  });

  it.each([
    ['b', 'nameTaken'],
    ['1 name', 'invalidName'],
    ['Größe', 'invalidName'],
    ['', 'invalidName'],
  ])('refuses the name "%s": %s', (name, reason) => {
    expect(renamedText('x', name)).toBe(reason);
  });

  it('rewrites the references of the block that they mean when two have one name', () => {
    const blocks = (first: string, second: string, text: string): Block[] => [
      { id: 'a', name: first },
      { id: 'twin', name: second },
      { id: 'b', name: 'B', config: { text } },
    ];
    const text = textOf(blocks('API', 'Api', '<api.x>'));
    expect(rename(text, 'a', 'New')).toBe(textOf(blocks('New', 'Api', '<api.x>')));
    expect(rename(text, 'twin', 'New')).toBe(textOf(blocks('API', 'New', '<New.x>')));
  });
});
