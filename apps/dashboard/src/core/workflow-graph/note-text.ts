/** The words of a note, without the marks of Markdown: a canvas has room for a few plain lines. */

/** More is never seen, and a note may have 20,000 characters. */
const longest = 1_000;

const marks: readonly (readonly [RegExp, string])[] = [
  [/\r\n?/g, '\n'],
  // Fences, rules and the marks at the beginning of a line.
  [/^[ \t]*(?:```[^\n]*|~~~[^\n]*|(?:-[ \t]*){3,}|(?:\*[ \t]*){3,})$/gm, ''],
  [/^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?)/gm, ''],
  [/^[ \t]*[-*+][ \t]+(?:\[[ xX]\][ \t]+)?/gm, '• '],
  // An image by its alternative text, a link by its words.
  [/!?\[([^\][\n]{0,200})\]\([^()\s]{0,500}\)/g, '$1'],
  [/(\*\*|__|~~)(?=\S)([^\n]{0,500}?\S)\1/g, '$2'],
  [/(?<![\w*])\*(?=[^\s*])([^*\n]{0,500}?[^\s*])\*(?![\w*])/g, '$1'],
  [/(?<!\w)_(?=[^\s_])([^_\n]{0,500}?[^\s_])_(?!\w)/g, '$1'],
  [/`([^`\n]{1,500})`/g, '$1'],
  [/\n[ \t\n]*\n/g, '\n'],
];

export const noteText = (text: unknown): string =>
  typeof text !== 'string'
    ? ''
    : marks.reduce((shown, [mark, by]) => shown.replace(mark, by), text.slice(0, longest)).trim();
