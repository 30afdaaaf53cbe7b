import { describe, expect, it } from '@jest/globals';
import { after } from '../testing/draft.js';

const types: Readonly<Record<string, string>> = { l: 'loop', p: 'parallel' };

/** `a > b, l each> c`. */
function graphText(edges: string): string {
  const drawn = edges.split(', ').map((edge) => {
    const [, from = '', port, to = ''] = /^(\w+) (\w*)> (\w+)$/.exec(edge) ?? [];
    return { from, ...(port !== '' && { port }), to };
  });
  const ids = [...new Set([...drawn.flatMap(({ from, to }) => [from, to]), 'l', 'p', 'x'])].sort();
  const blocks = ids.map((id) => ({ id, type: types[id] ?? 'api', name: id, config: {} }));
  return JSON.stringify({ blocks, edges: drawn });
}

function moved(edges: string, block: string, container: string | null, from?: string): string {
  const entry = from === undefined ? {} : { after: { from } };
  const text = after(graphText(edges), { kind: 'moveToBody', block, container, ...entry });
  if (!text.startsWith('{')) return text;
  const { edges: left } = JSON.parse(text) as {
    edges: { from: string; to: string; port?: string }[];
  };
  return left.map(({ from: one, port = '', to }) => `${one} ${port}> ${to}`).join(', ');
}

describe('moveToBody', () => {
  it('closes the gap and starts the body', () => {
    expect(moved('a > b, b > c, c > l', 'b', 'l')).toBe('c > l, a > c, l each> b');
  });

  it('joins the body after one of its blocks', () => {
    expect(moved('a > b, b > l, l each> d', 'b', 'l', 'd')).toBe('l each> d, a > l, d > b');
  });

  it('leads out of a body and closes the gap there', () => {
    expect(moved('a > l, l each> b, b > c', 'b', null)).toBe('a > l, l each> c');
    expect(moved('a > l, l each> b, b > c', 'b', null, 'l')).toBe('a > l, l each> c, l > b');
  });

  it('takes the body of a container along', () => {
    expect(moved('a > l, l each> b, l > c, a > p', 'l', 'p')).toBe(
      'l each> b, a > p, a > c, p each> l',
    );
  });

  it('changes nothing inside the same body', () => {
    expect(moved('l each> b, b > c', 'c', 'l')).toBe('l each> b, b > c');
  });

  it.each([
    ['l', 'l', 'insideItself'],
    ['l', 'p', 'insideItself'],
    ['a', 'b', 'notAContainer'],
    ['a', 'none', 'noSuchBlock'],
  ])('of %s into %s is refused: %s', (block, container, reason) => {
    expect(moved('a > l, l each> p, p each> b', block, container)).toBe(reason);
  });
});
