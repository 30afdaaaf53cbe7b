/**
 * Breaks a JSON text into lines, without reading its values: numbers and strings stay as they were
 * sent. A text that is no JSON at its beginning stays as it is.
 */
import { parseJsonTree } from './parse-json-tree.js';

const piece = /"(?:[^"\\\n\r]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|"/g;

/** Deeper lines are not indented further: they would be wider than any window. */
const deepestIndent = 40;

/** So much of a text tells whether it is JSON. */
const lookedLength = 64 * 1024;

function isJson(text: string): boolean {
  const { count, brokenAt, isCut } = parseJsonTree(text.slice(0, lookedLength));
  return count > 0 && (brokenAt === null || isCut);
}

const isGlued = (last: string, token: string): boolean =>
  last === '' ||
  last === '[' ||
  token === ']' ||
  token === ',' ||
  token === ':' ||
  (last === '{' && token === '}');

/** The same on one line, for what is short. */
export function inlineJson(text: string): string {
  let line = '';
  let last = '';
  for (const [token] of text.matchAll(piece)) {
    line += isGlued(last, token) ? token : ` ${token}`;
    last = token;
  }
  return line;
}

export function indentJson(text: string): string {
  if (!isJson(text)) return text;
  const lines: string[] = [];
  let line = '';
  let depth = 0;
  let last = '';
  const breakLine = (): void => {
    lines.push(line);
    line = '  '.repeat(Math.min(depth, deepestIndent));
  };
  for (const [token] of text.matchAll(piece)) {
    const isClosing = token === '}' || token === ']';
    const isAfterOpening = last === '{' || last === '[';
    if (isClosing) {
      depth = Math.max(0, depth - 1);
      if (!isAfterOpening) breakLine();
    } else if (isAfterOpening || last === ',') breakLine();
    line += last === ':' ? ` ${token}` : token;
    if (token === '{' || token === '[') depth += 1;
    last = token;
  }
  lines.push(line);
  return lines.join('\n');
}
