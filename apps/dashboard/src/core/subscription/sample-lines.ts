/** Which lines of a receiver's sample a change of the form adds or takes away. */
export interface SampleLine {
  readonly text: string;
  readonly mark: 'same' | 'added' | 'removed';
}

/** More in one place are shown as replaced: comparing each with each would take too long. */
const mostCompared = 400;

/** A field that is last has no comma, and gets one when another follows: it is the same line. */
const keyOf = (line: string): string => line.replace(/,$/, '');

function sharedStart(a: readonly string[], b: readonly string[]): number {
  let at = 0;
  while (at < a.length && at < b.length && keyOf(a[at] ?? '') === keyOf(b[at] ?? '')) at += 1;
  return at;
}

const marked = (lines: readonly string[], mark: SampleLine['mark']): SampleLine[] =>
  lines.map((text) => ({ text, mark }));

/** Lengths of the longest common parts of what follows each pair of places. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const isSame = keyOf(a[i] ?? '') === keyOf(b[j] ?? '');
      const [row, next] = [lengths[i], lengths[i + 1]];
      if (row === undefined || next === undefined) continue;
      row[j] = isSame ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  return lengths;
}

function compared(a: readonly string[], b: readonly string[]): SampleLine[] {
  if (a.length > mostCompared || b.length > mostCompared)
    return [...marked(a, 'removed'), ...marked(b, 'added')];
  const lengths = commonLengths(a, b);
  const lines: SampleLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (keyOf(a[i] ?? '') === keyOf(b[j] ?? '')) {
      lines.push({ text: b[j] ?? '', mark: 'same' });
      i += 1;
      j += 1;
    } else if ((lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)) {
      lines.push({ text: a[i] ?? '', mark: 'removed' });
      i += 1;
    } else {
      lines.push({ text: b[j] ?? '', mark: 'added' });
      j += 1;
    }
  }
  return [...lines, ...marked(a.slice(i), 'removed'), ...marked(b.slice(j), 'added')];
}

/** @param before what is sent now; @param after what the form says */
export function sampleLines(before: string, after: string): SampleLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  const start = sharedStart(a, b);
  const end = sharedStart(a.slice(start).toReversed(), b.slice(start).toReversed());
  return [
    ...marked(b.slice(0, start), 'same'),
    ...compared(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...marked(b.slice(b.length - end), 'same'),
  ];
}

export const markCount = (lines: readonly SampleLine[], mark: SampleLine['mark']): number =>
  lines.filter((line) => line.mark === mark).length;
