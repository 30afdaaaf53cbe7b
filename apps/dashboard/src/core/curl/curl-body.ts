/** The body that curl would send, as a block has it. */
import { pairsOf } from './percent-encoding.js';
import { plainText, plainValue } from './plain-references.js';
import type { CurlProblems, Place } from './problem.js';

export interface BlockBody {
  readonly body: unknown;
  readonly bodyType?: 'json' | 'form' | 'text';
}

/** Deeper JSON stays text: nobody edits it as a tree. */
const deepest = 50;

function depthOf(text: string): number {
  let [depth, most] = [0, 0];
  for (const unit of text) {
    if (unit === '{' || unit === '[') most = Math.max(most, (depth += 1));
    else if (unit === '}' || unit === ']') depth -= 1;
  }
  return most;
}

const withoutBlanks = (json: string): string =>
  json.replaceAll(/"(?:[^"\\]|\\.)*"|[ \t\r\n]+/g, (part) => (part.startsWith('"') ? part : ''));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isStructure = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

/** The value if it writes the same JSON again: without lost digits, keys or escapes. */
function faithful(text: string): object | null {
  if (depthOf(text) > deepest) return null;
  const value = parsed(text);
  return isStructure(value) && JSON.stringify(value) === withoutBlanks(text) ? value : null;
}

/** JSON around secrets that have no quotes: the block reads it after it put the values in. */
const isTemplate = (text: string): boolean =>
  /^\s*(?:\{\s*"|\[\s*[{["])/.test(text) &&
  parsed(text.replaceAll(/\{\{[A-Za-z_]\w*\}\}/g, '0')) !== undefined;

function jsonBody(text: string, problems: CurlProblems, place: Place): BlockBody {
  const value = faithful(text);
  if (value !== null) return { body: plainValue(value) };
  if (parsed(text) !== undefined || isTemplate(text))
    return { body: plainText(text), bodyType: 'json' };
  problems.add('notJson', text, place);
  return { body: plainText(text), bodyType: 'text' };
}

function formBody(text: string, problems: CurlProblems, place: Place): BlockBody {
  if (isStructure(parsed(text))) problems.add('jsonAsForm', 'Content-Type', place);
  const pairs = pairsOf(text, 'form');
  return {
    body: pairs?.map(({ key, value }) => ({ key, value: plainText(value) })) ?? plainText(text),
    bodyType: 'form',
  };
}

/**
 * @param contentType what curl sends as such, in lower case, without parameters
 * @param place of the options that gave it
 */
export function bodyOf(
  text: string,
  contentType: string,
  problems: CurlProblems,
  place: Place,
): BlockBody {
  if (/[/+]json$/.test(contentType)) return jsonBody(text, problems, place);
  if (contentType === 'application/x-www-form-urlencoded') return formBody(text, problems, place);
  return { body: plainText(text), bodyType: 'text' };
}
