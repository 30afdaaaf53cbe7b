import { describe, expect, it } from '@jest/globals';
import { definitionDiff } from './definition-diff.js';
import { lineDiff } from './line-diff.js';

const hook = { id: 'hook', type: 'webhook', name: 'Hook', config: { path: 'orders' } };
const join = { id: 'join', type: 'function', name: 'Join', config: { code: 'a;\nb;\nreturn 1;' } };

describe('the difference of two definitions', () => {
  it('names added, removed and changed blocks, edges and variables', () => {
    const from = {
      blocks: [hook, join, { id: 'old', type: 'note', name: 'Old' }],
      edges: [{ from: 'hook', to: 'join' }],
      variables: { url: 'http://a' },
    };
    const to = {
      blocks: [
        { ...hook, config: { path: 'orders-2' } },
        { ...join, name: 'Join all', config: { code: 'a;\nc;\nreturn 1;', timeoutMs: 5 } },
        { id: 'new', type: 'response', name: 'New', config: { status: 200 } },
      ],
      edges: [{ from: 'hook', to: 'join', port: 'error' }],
      variables: { url: 'http://b' },
    };
    expect(definitionDiff(from, to)).toEqual([
      '- block "Old" (old), note',
      '~ block "Hook" (hook), webhook',
      '    config.path: "orders" → "orders-2"',
      '~ block "Join all" (join), function',
      '    name: "Join" → "Join all"',
      '    config.code:',
      '      - b;',
      '      + c;',
      '    config.timeoutMs: + 5',
      '+ block "New" (new), response',
      '    config.status: + 200',
      '- edge hook → join',
      '+ edge hook (error) → join',
      '~ workflow',
      '    variables.url: "http://a" → "http://b"',
    ]);
  });

  it('is empty for the same definition with its blocks in another order or with defaults', () => {
    const one = { blocks: [hook, join], edges: [{ from: 'hook', to: 'join' }] };
    const other = {
      blocks: [join, hook],
      edges: [{ from: 'hook', to: 'join', port: 'out' }],
      variables: {},
    };
    expect(definitionDiff(one, other)).toEqual([]);
  });

  it('shows long values shortened and control characters escaped', () => {
    const named = (name: string) => ({ blocks: [{ ...hook, config: { path: name } }] });
    const [, line = ''] = definitionDiff(named('\u001b[2J'), named('x'.repeat(10_000)));
    expect(line).toContain('\\u001b');
    expect(line.length).toBeLessThan(400);
  });

  it('compares no lines of texts that are too long for it: all count as changed', () => {
    const text = (seed: number) =>
      Array.from({ length: 5_000 }, (_, line) => `${line * seed}`).join('\n');
    // Both have every multiple of 21.
    expect(lineDiff(`a\n${text(3)}`, `b\n${text(7)}`)).toHaveLength(10_002);
  });
});
