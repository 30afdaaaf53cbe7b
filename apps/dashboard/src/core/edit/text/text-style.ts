/** How a definition is written, so that what is added looks like what is there. */
import { indentJson, inlineJson } from '../../json/indent-json.js';

export interface TextStyle {
  /** Null: the text is on one line. */
  readonly lineBreak: string | null;
  readonly indent: string;
  /** Between a field's name and its value. */
  readonly colon: string;
}

const firstLine = /^\s*[{[][ \t]*(\r?\n)([ \t]*)/;
const firstField = /^\s*\{\s*"(?:[^"\\]|\\.)*"(\s*:[ \t]*)/;

export function styleOf(text: string): TextStyle {
  const [, lineBreak = null, indent = ''] = firstLine.exec(text) ?? [];
  const colon = firstField.exec(text)?.[1] ?? ': ';
  return { lineBreak, indent: indent === '' ? '  ' : indent, colon };
}

/** White space at the beginning of the line that holds this offset. */
export function indentAt(text: string, offset: number): string {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const space = /[ \t]*/y;
  space.lastIndex = start;
  return space.exec(text)?.[0] ?? '';
}

/**
 * Breaks an object or a list into lines where its neighbours are broken; all else stays as it is.
 * @param indent of the line on which the value begins
 * @param neighbour a value of the same list; null when there is none
 */
export function styled(
  value: string,
  { lineBreak, indent: unit }: TextStyle,
  indent: string,
  neighbour: string | null,
): string {
  if (!/^[{[]/.test(value) || value.includes('\n')) return value;
  if (neighbour !== null && !neighbour.includes('\n'))
    return /^[{[][ \t]/.test(neighbour) ? inlineJson(value) : value;
  if (lineBreak === null) return value;
  const lines = indentJson(value).split('\n');
  const moved = lines.slice(1).map((line) => {
    const depth = (line.length - line.trimStart().length) / 2;
    return indent + unit.repeat(depth) + line.trimStart();
  });
  return [lines[0], ...moved].join(lineBreak);
}
