/** Edits the text that a JSON string stands for, and leaves all other bytes of the string alone. */
import { type Splice, spliceText } from '../text/splice.js';

/** By position in the text that the string stands for: where it is written. */
function writtenOffsets(raw: string): number[] {
  const offsets: number[] = [];
  let at = 1;
  for (; at < raw.length - 1; at += raw[at] !== '\\' ? 1 : raw[at + 1] === 'u' ? 6 : 2)
    offsets.push(at);
  offsets.push(at);
  return offsets;
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * @param raw the string as it is written, with its quotes
 * @param splices in the text that it stands for, in order
 */
export function editString(raw: string, splices: readonly Splice[]): string {
  const offsets = raw.includes('\\') ? writtenOffsets(raw) : null;
  const written = (offset: number): number => offsets?.[offset] ?? offset + 1;
  return spliceText(
    raw,
    splices.map(({ start, end, text }) => ({
      start: written(start),
      end: written(end),
      text: escaped(text),
    })),
  );
}
