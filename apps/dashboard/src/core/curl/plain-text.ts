/**
 * A line as cmd.exe reads it, with `^` resolved: what browsers copy as "cURL (cmd)". Every other
 * line stays as it is. Positions lead back to the pasted text.
 */
export interface PlainText {
  readonly text: string;
  readonly isCmd: boolean;
  /** Place in the pasted text of each unit; null: the same. */
  readonly at: readonly number[] | null;
}

/** No single quote stands before its first `^`: within those of a shell `^` means itself. */
const isCmdLine = (text: string): boolean => /^[^']*(?:\s\^"|\^[ \t]*\r?\n)/.test(text);

export function plainTextOf(source: string): PlainText {
  if (!isCmdLine(source)) return { text: source, isCmd: false, at: null };
  const units: string[] = [];
  const at: number[] = [];
  const push = (unit: string, place: number): void => {
    units.push(unit);
    at.push(place);
  };
  for (let index = 0; index < source.length; index += 1) {
    if (source[index] !== '^') {
      push(source.charAt(index), index);
      continue;
    }
    // A line break after it only joins lines; two stand for one that belongs to the value.
    const [breaks = ''] = /^\^\r?\n\r?\n?/.exec(source.slice(index, index + 5)) ?? [];
    if (breaks === '') {
      index += 1;
      if (index < source.length) push(source.charAt(index), index);
      continue;
    }
    const isOwn = breaks.split('\n').length > 2;
    push(isOwn ? '\n' : ' ', index);
    index += breaks.length - 1;
  }
  return { text: units.join(''), isCmd: true, at };
}
