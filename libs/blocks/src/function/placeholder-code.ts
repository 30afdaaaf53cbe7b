/** The code of a block that an import could not convert, written and recognised. */
const ending = 'was not imported. Replace it by another block';

export const placeholderCode = (type: string, name: string): string =>
  `throw new Error(${JSON.stringify(`"${name}" (${type}) ${ending}`)});`;

/** Null: an author has written it. */
export function placeholderMessage(code: string): string | null {
  const [, text] = /^throw new Error\(("(?:[^"\\]|\\.)*")\);$/.exec(code.trim()) ?? [];
  if (text === undefined || !text.endsWith(`${ending}"`)) return null;
  try {
    return String(JSON.parse(text));
  } catch {
    return null;
  }
}
