/**
 * The filter as text: `status:error,cancelled workflow:"Order intake" from:2026-01-31 refused`.
 * Words without a key are searched for. What can't be read is reported, never dropped in silence.
 */
import { isInstant } from '../search/search.js';
import { executionStatuses } from '../status/status.js';
import {
  type ExecutionFilter,
  executionSearch,
  maxTextLength,
  triggers,
} from './execution-filter.js';

type ProblemReason = 'unknownKey' | 'badValue' | 'twice' | 'tooLong';

export interface FilterProblem {
  readonly token: string;
  readonly reason: ProblemReason;
  /** Values that would do, if there are few. */
  readonly allowed: readonly string[];
}

interface Token {
  readonly raw: string;
  readonly key: string | null;
  readonly value: string;
}

const tokenPattern = /(?:([a-z]+):)?(?:"((?:[^"\\]|\\.)*)"?|(\S*))/giy;

function tokensOf(input: string): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(tokenPattern);
  for (let at = 0; at < input.length; at = pattern.lastIndex) {
    while (at < input.length && /\s/.test(input.charAt(at))) at += 1;
    if (at >= input.length) break;
    pattern.lastIndex = at;
    const match = pattern.exec(input);
    if (match === null || match[0] === '') break;
    const [raw, key, quoted, bare = ''] = match;
    const value = quoted === undefined ? bare : quoted.replaceAll(/\\(.)/gs, '$1');
    tokens.push({ raw, key: key?.toLowerCase() ?? null, value });
  }
  return tokens;
}

const readers: Record<
  Exclude<keyof ExecutionFilter, 'q'>,
  { accepts: (value: string) => boolean; allowed: readonly string[] }
> = {
  status: {
    accepts: (value) => value.split(',').every((one) => isOneOf(executionStatuses, one)),
    allowed: executionStatuses,
  },
  trigger: { accepts: (value) => isOneOf(triggers, value), allowed: triggers },
  workflow: { accepts: (value) => value.trim() !== '' && value.length <= 200, allowed: [] },
  from: { accepts: isInstant, allowed: ['2026-01-31', '2026-01-31T08:00Z'] },
  to: { accepts: isInstant, allowed: ['2026-01-31', '2026-01-31T08:00Z'] },
};

const isOneOf = (allowed: readonly string[], value: string): boolean => allowed.includes(value);
const isKey = (key: string): key is keyof typeof readers => Object.hasOwn(readers, key);

export interface ParsedFilter {
  readonly filter: ExecutionFilter;
  readonly problems: readonly FilterProblem[];
}

export function parseFilterText(input: string): ParsedFilter {
  const found = new Map<string, string>();
  const words: string[] = [];
  const problems: FilterProblem[] = [];
  const refuse = (token: Token, reason: ProblemReason, allowed: readonly string[] = []): void =>
    void problems.push({ token: token.raw, reason, allowed });
  for (const token of tokensOf(input)) {
    const { key, value } = token;
    if (key === null) words.push(value);
    else if (!isKey(key)) refuse(token, 'unknownKey', Object.keys(readers));
    else if (!readers[key].accepts(value)) refuse(token, 'badValue', readers[key].allowed);
    else if (found.has(key)) refuse(token, 'twice');
    else found.set(key, value.trim());
  }
  const q = words.join(' ').trim();
  if (q.length > maxTextLength)
    problems.push({ token: `${q.slice(0, 20)}…`, reason: 'tooLong', allowed: [] });
  return {
    filter: {
      ...executionSearch.parse(Object.fromEntries(found)),
      q: q.slice(0, maxTextLength).trim(),
    },
    problems,
  };
}

const isPlain = (value: string): boolean => /^[^\s":\\]+$/.test(value);
const quoted = (value: string): string => `"${value.replaceAll(/["\\]/g, '\\$&')}"`;

export function formatFilterText(filter: ExecutionFilter): string {
  const parts = executionSearch.format(filter);
  const keyed = ['status', 'workflow', 'trigger', 'from', 'to'].flatMap((key) => {
    const value = parts[key];
    if (value === undefined) return [];
    const needsQuotes = key === 'workflow' && !isPlain(value);
    return [`${key}:${needsQuotes ? quoted(value) : value}`];
  });
  const words = filter.q.split(' ').every(isPlain) ? filter.q : quoted(filter.q);
  return [...keyed, ...(filter.q === '' ? [] : [words])].join(' ');
}
