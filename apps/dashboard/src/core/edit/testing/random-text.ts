/** JSON texts as no program writes them: odd white space, escapes, digits and orders of fields. */
import type { Chance } from './chance.js';

const numbers = [
  '0',
  '-0',
  '1.0',
  '15e-1',
  '9007199254740993',
  '9007199254740992',
  '1e400',
  '-12.50',
  '7',
];
const strings = [
  '',
  'x',
  '<block 1.out.a>',
  'a <b> c',
  '\\<b0.x>',
  'é\n"q"',
  '<block2>',
  '{{KEY}}',
];
const names = ['url', 'a.b', '', '__proto__', 'é', 'items', 'deep', 'x y'];

export type Layout = 'compact' | 'indented' | 'tabs' | 'odd';
export const layouts: readonly Layout[] = ['compact', 'indented', 'tabs', 'odd'];

export interface Writer {
  readonly chance: Chance;
  readonly layout: Layout;
}

/** Some characters as escapes, which mean the same. */
function stringText(text: string, { chance }: Writer): string {
  const written = JSON.stringify(text);
  if (chance.happens(0.7)) return written;
  const inner = Array.from(text, (character) =>
    character.length === 1 && chance.happens(0.3)
      ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
      : JSON.stringify(character).slice(1, -1),
  );
  return `"${inner.join('')}"`;
}

function gap({ layout, chance }: Writer, depth: number): string {
  switch (layout) {
    case 'compact':
      return '';
    case 'indented':
      return `\n${'  '.repeat(depth)}`;
    case 'tabs':
      return `\r\n${'\t'.repeat(depth)}`;
    case 'odd':
      return chance.oneOf(['', ' ', '\n', '\t \n', '  ']);
  }
}

/** Parts between brackets. */
export function holderText(
  brackets: string,
  parts: readonly string[],
  writer: Writer,
  depth: number,
): string {
  const [open = '', close = ''] = brackets;
  if (parts.length === 0) return open + (writer.layout === 'odd' ? gap(writer, depth) : '') + close;
  const before = (): string => (writer.layout === 'odd' ? gap(writer, depth) : '');
  const joined = parts.map(
    (part, index) => (index === 0 ? '' : `${before()},`) + gap(writer, depth + 1) + part,
  );
  return open + joined.join('') + gap(writer, depth) + close;
}

const colons: Readonly<Record<Layout, readonly string[]>> = {
  compact: [':'],
  indented: [': '],
  tabs: [': '],
  odd: [': ', ':', ' :\t'],
};

export const fieldText = (name: string, value: string, writer: Writer): string =>
  stringText(name, writer) + writer.chance.oneOf(colons[writer.layout]) + value;

const someNames = (chance: Chance, count: number): string[] => [
  ...new Set(Array.from({ length: count }, () => chance.oneOf(names))),
];

export function valueText(writer: Writer, depth = 0): string {
  const { chance } = writer;
  const kind = chance.below(depth > 3 ? 3 : 6);
  if (kind === 0) return chance.oneOf(numbers);
  if (kind === 1) return chance.oneOf(['true', 'false', 'null']);
  if (kind === 2) return stringText(chance.oneOf(strings), writer);
  const count = chance.below(4);
  if (kind === 3) {
    const items = Array.from({ length: count }, () => valueText(writer, depth + 1));
    return holderText('[]', items, writer, depth);
  }
  const fields = someNames(chance, count).map((name) =>
    fieldText(name, valueText(writer, depth + 1), writer),
  );
  return holderText('{}', fields, writer, depth);
}

export const anyName = (chance: Chance): string => chance.oneOf(names);
