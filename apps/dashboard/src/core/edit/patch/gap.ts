/** The white space and commas around an item that is put into an object or a list. */
import type { Container } from '../text/container.js';
import { indentAt, styleOf } from '../text/text-style.js';

export interface Gap {
  readonly lead: string;
  readonly tail: string;
}

const space = /^[ \t\n\r]*$/;
const comma = /^[ \t\n\r]*,[ \t\n\r]*$/;

const fits = (gap: string | null, pattern: RegExp): gap is string =>
  gap !== null && pattern.test(gap);

/** Between two items, as it is between those that are there. */
function between(text: string, { items, inner }: Container, index: number): string {
  const [first, second] = items;
  if (first === undefined) return '';
  if (second === undefined) return `,${text.slice(inner.start, first.start)}`;
  const [before, after] = index < 2 ? [first, second] : [items[index - 2], items[index - 1]];
  return text.slice((before ?? first).end, (after ?? second).start);
}

function aroundOnly(text: string, { inner }: Container): Gap {
  const { lineBreak, indent } = styleOf(text);
  if (lineBreak === null) return { lead: '', tail: '' };
  const outer = lineBreak + indentAt(text, inner.start);
  return { lead: outer + indent, tail: outer };
}

/**
 * @param wanted the bytes that stood there before; what does not fit any more is made anew
 * @param index of the item, once it is there
 */
export function gapAt(
  text: string,
  container: Container,
  index: number,
  wanted: { readonly lead: string | null; readonly tail: string | null },
): Gap {
  const { lead, tail } = wanted;
  if (container.items.length === 0)
    return fits(lead, space) && fits(tail, space) ? { lead, tail } : aroundOnly(text, container);
  const [own, kind] = index === 0 ? ([tail, 'tail'] as const) : ([lead, 'lead'] as const);
  const gap = fits(own, comma) ? own : between(text, container, index);
  return kind === 'tail' ? { lead: '', tail: gap } : { lead: gap, tail: '' };
}
