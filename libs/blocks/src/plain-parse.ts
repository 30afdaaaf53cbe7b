/**
 * Parses with a zod schema and says in plain English what is wrong. A message that the schema
 * brings stays as it is; the validator's own wording reaches no one.
 */
import { didYouMean, NearestNames } from '@libs/workflow';
import type { z, ZodType } from 'zod';

export interface FieldProblem {
  readonly path: readonly PropertyKey[];
  /** A predicate: `must be a number, not a text`. */
  readonly message: string;
  /** The known name that its author may have meant. */
  readonly suggestion: string | null;
  readonly isMissing?: boolean;
  /** A field that the schema does not have. */
  readonly isUnknown?: boolean;
}

export type PlainParsed<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly problems: readonly FieldProblem[] };

/** More do not help the author. */
const maxProblems = 200;
/** Most names in one message. */
const maxListed = 20;
/** Characters shown of a name that a message repeats. */
const longestShown = 100;

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const kindOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'number' && !Number.isInteger(value)
        ? 'a number with a fraction'
        : (kinds[typeof value] ?? typeof value);

const shown = (name: string): string =>
  name.length > longestShown ? `${name.slice(0, longestShown)}…` : name;

function oneOf(values: readonly unknown[]): string {
  const texts = values.slice(0, maxListed).map((value) => JSON.stringify(value));
  const more = values.length > maxListed ? ' or another known value' : '';
  const [only] = texts;
  if (texts.length === 1 && more === '') return only ?? '';
  return more === ''
    ? `${texts.slice(0, -1).join(', ')} or ${texts.at(-1) ?? ''}`
    : texts.join(', ') + more;
}

/** One, and several. */
const units: Readonly<Record<string, readonly [string, string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  object: ['field', 'fields'],
  record: ['field', 'fields'],
};

function sized(origin: string, word: 'at least' | 'at most', limit: number | bigint): string {
  const unit = units[origin];
  if (unit === undefined) return `must be ${word} ${limit}`;
  if (word === 'at least' && Number(limit) === 1) return 'must not be empty';
  return `must have ${word} ${limit} ${unit[Number(limit) === 1 ? 0 : 1]}`;
}

type Raw = z.core.$ZodRawIssue;

const must = (wanted: string, input: unknown): string =>
  input === undefined ? `is required; it must be ${wanted}` : `must be ${wanted}`;

/** What each branch of a union wants, when the value is of no branch's type. */
function unionWords(issue: z.core.$ZodIssueInvalidUnion, input: unknown): string {
  const wanted = issue.errors.flatMap((branch) =>
    branch.flatMap((one) =>
      one.code === 'invalid_type' && one.path.length === 0
        ? [kinds[one.expected] ?? one.expected]
        : [],
    ),
  );
  return must([...new Set(wanted)].join(' or ') || 'of another form', input);
}

/** Messages of one parse. */
class Wording {
  readonly #nearest = new NearestNames();
  /** The known fields of an object that has unknown ones. */
  readonly #fieldsOf = new WeakMap<object, readonly string[]>();

  readonly messageOf = (issue: Raw): string => {
    const { input } = issue;
    switch (issue.code) {
      case 'invalid_type': {
        const wanted = kinds[issue.expected] ?? issue.expected;
        return must(wanted, input) + (input === undefined ? '' : `, not ${kindOf(input)}`);
      }
      case 'too_small':
        return sized(issue.origin, 'at least', issue.minimum);
      case 'too_big':
        return sized(issue.origin, 'at most', issue.maximum);
      case 'invalid_value':
        return must(oneOf(issue.values), input) + didYouMean(this.#valueNear(input, issue.values));
      case 'invalid_union':
        return this.#union(issue as unknown as z.core.$ZodIssueInvalidUnion, input);
      case 'invalid_key':
        return `has a name that is not allowed: it ${issue.issues[0]?.message ?? 'has the wrong form'}`;
      case 'unrecognized_keys':
        this.#noteFields(issue);
        return '';
      case 'invalid_format':
        return issue.format === 'guid' || issue.format === 'uuid'
          ? 'must be an id, such as 0197f2b4-5c1e-7d3a-9b8c-1f2e3d4c5b6a'
          : `has the wrong form (${issue.format})`;
      case 'not_multiple_of':
        return `must be a multiple of ${issue.divisor}`;
      case 'invalid_element':
      case 'custom':
        return 'is not valid';
    }
  };

  #union(issue: z.core.$ZodIssueInvalidUnion, input: unknown): string {
    const { discriminator, options } = issue as { discriminator?: string; options?: unknown[] };
    if (discriminator === undefined || options === undefined) return unionWords(issue, input);
    const given = (input as Readonly<Record<string, unknown>> | undefined)?.[discriminator];
    return must(oneOf(options), given) + didYouMean(this.#valueNear(given, options));
  }

  #valueNear(input: unknown, values: readonly unknown[]): string | null {
    if (typeof input !== 'string') return null;
    return this.#nearest.of(
      input,
      values.filter((value) => typeof value === 'string'),
    );
  }

  #noteFields(issue: Raw): void {
    const def = issue.inst?._zod.def as { readonly shape?: object } | undefined;
    const { input } = issue;
    if (def?.shape !== undefined && typeof input === 'object' && input !== null)
      this.#fieldsOf.set(input, Object.keys(def.shape));
  }

  /** An unknown field each; everything else is one problem. */
  problemsOf(issue: z.core.$ZodIssue): FieldProblem[] {
    if (issue.code !== 'unrecognized_keys') {
      const { path, message } = issue;
      const isMissing = issue.input === undefined;
      return [{ path, message, suggestion: this.#suggestionOf(issue), isMissing }];
    }
    const known = this.#fieldsOf.get(issue.input as object) ?? [];
    return issue.keys.map((key) => {
      const suggestion = synonyms(key, known) ?? this.#nearest.of(key, known);
      const list = known.slice(0, maxListed).join(', ');
      const others =
        suggestion === null && known.length > 0
          ? `; known: ${list}${known.length > maxListed ? ' and others' : ''}`
          : '';
      const message = `is an unknown field${didYouMean(suggestion)}${others}`;
      return { path: [...issue.path, shown(key)], message, suggestion, isUnknown: true };
    });
  }

  #suggestionOf(issue: z.core.$ZodIssue): string | null {
    if (issue.code === 'invalid_value') return this.#valueNear(issue.input, issue.values);
    const { discriminator, options } = issue as { discriminator?: string; options?: unknown[] };
    if (discriminator === undefined || options === undefined) return null;
    const given = (issue.input as Readonly<Record<string, unknown>> | undefined)?.[discriminator];
    return this.#valueNear(given, options);
  }
}

/** Names that other products use for ours. */
const otherNames: Readonly<Record<string, string>> = {
  source: 'from',
  target: 'to',
  sourceHandle: 'port',
  handle: 'port',
  nodes: 'blocks',
  connections: 'edges',
  parameters: 'config',
  settings: 'config',
};

function synonyms(key: string, known: readonly string[]): string | null {
  const ours = Object.hasOwn(otherNames, key) ? otherNames[key] : undefined;
  return ours !== undefined && known.includes(ours) ? ours : null;
}

/** A misspelt field is one problem: the right one is not missing as well. */
function withoutRepeats(problems: readonly FieldProblem[]): FieldProblem[] {
  const meant = new Set(
    problems.flatMap(({ path, suggestion, isMissing }) =>
      suggestion === null || isMissing === true ? [] : fieldOf([...path.slice(0, -1), suggestion]),
    ),
  );
  return problems.filter(({ path, isMissing }) => isMissing !== true || !meant.has(fieldOf(path)));
}

export function plainParse<T>(schema: ZodType<T>, value: unknown): PlainParsed<T> {
  const wording = new Wording();
  const parsed = schema.safeParse(value, { error: wording.messageOf, reportInput: true });
  if (parsed.success) return { success: true, data: parsed.data };
  const problems: FieldProblem[] = [];
  for (const issue of parsed.error.issues) {
    problems.push(...wording.problemsOf(issue));
    if (problems.length > maxProblems) break;
  }
  return { success: false, problems: withoutRepeats(problems).slice(0, maxProblems) };
}

/** zod paths as authors read them: `blocks[2].name`. */
export function fieldOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number'
        ? `${text}[${part}]`
        : text === ''
          ? String(part)
          : `${text}.${String(part)}`,
    '',
  );
}
