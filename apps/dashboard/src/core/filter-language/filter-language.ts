/**
 * The filter of a list as text: `status:error,cancelled workflow:"Order intake" refused`. Words
 * without a key are searched for. A list names its parts; what can't be read is reported with its
 * place, never dropped. As values, a filter is what the address of the page has.
 */
export interface FilterPart {
  /** As typed, and in the address. */
  readonly key: string;
  /** Values that exist; null: free text. */
  readonly values: readonly string[] | null;
  /** Takes several values, comma-separated. */
  readonly isMany: boolean;
  /** The value as it is kept; null: it is none. A word of the page may stand for one. */
  read(value: string): string | null;
  /** What a person could write. */
  readonly examples: readonly string[];
}

type ProblemReason = 'unknownKey' | 'badValue' | 'twice' | 'tooLong';

export interface FilterProblem {
  readonly reason: ProblemReason;
  readonly token: string;
  /** Place in the text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  /** Values that would do, if there are few. */
  readonly allowed: readonly string[];
}

/** By key. Text to search for is `q`. */
export type FilterValues = Readonly<Record<string, string>>;

export interface ReadFilter {
  readonly values: FilterValues;
  readonly problems: readonly FilterProblem[];
}

export const maxTextLength = 500;
export const textKey = 'q';

interface Token {
  readonly raw: string;
  readonly from: number;
  readonly key: string | null;
  readonly value: string;
}

const tokenPattern = /(?:([a-z]+):)?(?:"((?:[^"\\]|\\.)*)"?|(\S*))/giy;

function tokensOf(input: string): readonly Token[] {
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
    tokens.push({ raw, from: at, key: key?.toLowerCase() ?? null, value });
  }
  return tokens;
}

/** Each value once, in the order of the part's values. Null: one of them is none. */
export function readValue({ isMany, values, read }: FilterPart, text: string): string | null {
  if (!isMany) return read(text.trim());
  const chosen = new Set<string>();
  for (const one of text.split(',')) {
    const value = read(one.trim());
    if (value === null) return null;
    chosen.add(value);
  }
  return (values === null ? [...chosen] : values.filter((one) => chosen.has(one))).join(',');
}

const keysOf = (parts: readonly FilterPart[]): readonly string[] => parts.map(({ key }) => key);

export function readFilter(input: string, parts: readonly FilterPart[]): ReadFilter {
  const found: Record<string, string> = {};
  const words: string[] = [];
  const problems: FilterProblem[] = [];
  for (const token of tokensOf(input)) {
    const refuse = (reason: ProblemReason, allowed: readonly string[]): void =>
      void problems.push({
        ...{ reason, allowed, token: token.raw },
        ...{ from: token.from, to: token.from + token.raw.length },
      });
    const part = parts.find(({ key }) => key === token.key);
    const value = part === undefined ? null : readValue(part, token.value);
    if (token.key === null) words.push(token.value);
    else if (part === undefined) refuse('unknownKey', keysOf(parts));
    else if (value === null) refuse('badValue', part.values ?? part.examples);
    else if (Object.hasOwn(found, part.key)) refuse('twice', []);
    else found[part.key] = value;
  }
  const text = words.join(' ').trim();
  if (text.length > maxTextLength)
    problems.push({
      ...{ reason: 'tooLong', token: `${text.slice(0, 20)}…`, from: 0, to: input.length },
      allowed: [],
    });
  else if (text !== '') found[textKey] = text;
  return { values: found, problems };
}

const isPlain = (value: string): boolean => /^[^\s":\\]+$/.test(value);
const quoted = (value: string): string => `"${value.replaceAll(/["\\]/g, '\\$&')}"`;

/** One part as it would be typed. */
export const writePart = (key: string, value: string): string =>
  `${key}:${/[\s"\\]/.test(value) || value === '' ? quoted(value) : value}`;

const writeWords = (text: string): string => (text.split(' ').every(isPlain) ? text : quoted(text));

export function writeFilter(values: FilterValues, parts: readonly FilterPart[]): string {
  const keyed = parts.flatMap(({ key }) => {
    const value = values[key];
    return value === undefined ? [] : [writePart(key, value)];
  });
  const text = values[textKey] ?? '';
  return [...keyed, ...(text === '' ? [] : [writeWords(text)])].join(' ');
}

/** The values of both; several values of a part that takes several, else the later one. */
export function joinFilters(
  values: FilterValues,
  added: FilterValues,
  parts: readonly FilterPart[],
): FilterValues {
  const joined = { ...values, ...added };
  for (const part of parts) {
    const [before, more] = [values[part.key], added[part.key]];
    if (!part.isMany || before === undefined || more === undefined) continue;
    joined[part.key] = readValue(part, `${before},${more}`) ?? more;
  }
  return joined;
}

export const withoutPart = (values: FilterValues, key: string): FilterValues =>
  Object.fromEntries(Object.entries(values).filter(([one]) => one !== key));

/**
 * The parts that are finished, as values, and the text that is left: words, and what can't be read.
 */
export function takeFinished(
  text: string,
  parts: readonly FilterPart[],
): { readonly values: FilterValues; readonly rest: string } {
  const finished: string[] = [];
  let rest = '';
  let end = 0;
  for (const { raw, from, key } of tokensOf(text)) {
    const { values, problems } = readFilter(raw, parts);
    const isFinished = key !== null && problems.length === 0 && Object.hasOwn(values, key);
    if (isFinished) finished.push(raw);
    else rest += text.slice(end, from) + raw;
    end = from + raw.length;
  }
  const tail = /\s$/.test(text) && rest !== '' ? ' ' : '';
  let values: FilterValues = {};
  for (const raw of finished) values = joinFilters(values, readFilter(raw, parts).values, parts);
  return { values, rest: rest.trim() + tail };
}
