/** The escapes of bash in `$'…'`, which browsers write for line breaks and letters beyond ASCII. */
const simple: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

const coded = /^(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3}))/;

/** @param at of the backslash; the escape has at most ten units */
export function ansiEscape(text: string, at: number): { value: string; length: number } {
  const next = text.charAt(at + 1);
  const plain = simple[next];
  if (plain !== undefined) return { value: plain, length: 2 };
  const match = coded.exec(text.slice(at + 1, at + 10));
  if (match === null) return { value: `\\${next}`, length: 1 + next.length };
  const [whole, byte, short, long, octal] = match;
  const code =
    octal === undefined ? parseInt(byte ?? short ?? long ?? '0', 16) : parseInt(octal, 8) % 256;
  const isPoint = code > 0 && code <= 0x10ffff;
  return { value: isPoint ? String.fromCodePoint(code) : '', length: 1 + whole.length };
}
