/** The address that curl would call, as a block has it. */
import { type Pair, pairsOf } from './percent-encoding.js';
import { plainText } from './plain-references.js';
import type { CurlProblems, Place } from './problem.js';

export interface BlockUrl {
  readonly url: string;
  readonly query: readonly Pair[];
  readonly pathParams: readonly string[];
  /** `user:password` before the host. */
  readonly user: string | null;
}

const pattern = /\{[^{}]*,[^{}]*\}|\[(?:\d+-\d+|[a-z]-[a-z])(?::\d+)?\]/i;
const anyScheme = /^([a-z][a-z0-9+.-]*):\/\//i;
const pathParam = /^:([A-Za-z_]\w*)$/;

/** Null with a problem: a block can't call it. */
function withScheme(text: string, problems: CurlProblems, place: Place): string | null {
  const scheme = anyScheme.exec(text)?.[1]?.toLowerCase();
  // A secret at the beginning may hold it.
  if (scheme === undefined) return text.startsWith('{{') ? text : `http://${text}`;
  if (scheme === 'http' || scheme === 'https') return text;
  problems.add('scheme', scheme, place);
  return null;
}

export interface UrlOptions {
  readonly isGlobOff: boolean;
  /** Added to the query by `-G` and `--url-query`, encoded. */
  readonly more: readonly string[];
}

export function urlOf(
  given: string,
  { isGlobOff, more }: UrlOptions,
  problems: CurlProblems,
  place: Place,
): BlockUrl | null {
  const [text = ''] = given.trim().split('#');
  if (!isGlobOff && pattern.test(text)) {
    problems.add('urlPattern', pattern.exec(text)?.[0] ?? '', place);
    return null;
  }
  const whole = withScheme(text, problems, place);
  if (whole === null) return null;
  const at = whole.indexOf('?');
  const [base, ownQuery] = at < 0 ? [whole, ''] : [whole.slice(0, at), whole.slice(at + 1)];
  const [, scheme = '', user = null, rest = base] =
    /^(https?:\/\/)([^/@]*)@(.*)$/is.exec(base) ?? [];
  const address = user === null ? base : scheme + rest;
  const query = [ownQuery, ...more].filter((part) => part !== '').join('&');
  const pairs = query === '' ? [] : pairsOf(query, 'query');
  const names = address.split('/').flatMap((segment) => pathParam.exec(segment)?.[1] ?? []);
  for (const name of names) problems.add('pathParam', `:${name}`, place);
  return {
    url: plainText(pairs === null ? `${address}?${query}` : address),
    query: (pairs ?? []).map(({ key, value }) => ({ key, value: plainText(value) })),
    ...{ pathParams: [...new Set(names)], user },
  };
}
