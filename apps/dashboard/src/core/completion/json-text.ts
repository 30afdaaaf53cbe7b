/** References in a JSON text as it is being written: it may not parse yet. */

/** JSON has no string of several lines, so the line tells. */
export function isInJsonString(text: string, offset: number): boolean {
  let isInside = false;
  for (let at = text.lastIndexOf('\n', offset - 1) + 1; at < offset; at += 1) {
    if (text[at] === '\\' && isInside) at += 1;
    else if (text[at] === '"') isInside = !isInside;
  }
  return isInside;
}

export interface ReadableText {
  readonly text: string;
  /** Where a character of it stands in what was written. */
  readonly offsetOf: (offset: number) => number;
}

/** With `"` for `\"`: the grammar of references knows no escapes of JSON. */
export function readableJson(source: string): ReadableText {
  if (!source.includes('\\"')) return { text: source, offsetOf: (offset) => offset };
  const removed: number[] = [];
  let text = '';
  let end = 0;
  for (const { index, 0: escape } of source.matchAll(/\\./g)) {
    if (escape !== '\\"') continue;
    text += source.slice(end, index);
    removed.push(text.length);
    end = index + 1;
  }
  text += source.slice(end);
  return {
    text,
    offsetOf: (offset) => {
      let [low, high] = [0, removed.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((removed[middle] ?? 0) <= offset) low = middle + 1;
        else high = middle;
      }
      return offset + low;
    },
  };
}
