/** Validates input. Unknown names are refused: a misspelt one must not mean "default". */
import { fieldOf, plainParse, type FieldProblem as PlainProblem } from '@libs/blocks';
import { didYouMean, measure } from '@libs/workflow';
import type { PipeTransform } from '@nestjs/common';
import type { ZodType } from 'zod';
import { ApiError, type ApiErrorCode, notFound } from '../errors/api-error.js';

interface FieldProblem {
  /** Path of the field, `filters[0].name`; empty for the whole body. */
  readonly field: string;
  readonly message: string;
}

/** @param unknown message for a name that the schema does not have */
const problemOf = (
  { path, message, isUnknown, suggestion }: PlainProblem,
  unknown: string,
): FieldProblem => ({
  field: fieldOf(path),
  message: isUnknown === true ? unknown + didYouMean(suggestion) : message,
});

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/**
 * The way to the first text that Postgres can't store (NUL, half a surrogate pair), from its end;
 * null when there is none. Bodies hold two million values, so a path is made only for that one.
 */
function unstorable(value: unknown): PropertyKey[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : [];
  if (value === null || typeof value !== 'object') return null;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const way = unstorable(value[index]);
      if (way !== null) return [...way, index];
    }
    return null;
  }
  for (const [key, inner] of Object.entries(value)) {
    const way = isStorable(key) ? unstorable(inner) : [];
    if (way !== null) return [...way, key];
  }
  return null;
}

/** More do not help the caller. */
const maxProblems = 100;

interface Refusal {
  readonly status: 400 | 422;
  readonly code: ApiErrorCode;
  readonly unknown: string;
}

function parse<T>(schema: ZodType<T>, value: unknown, { status, code, unknown }: Refusal): T {
  const parsed = plainParse(schema, value ?? {});
  const way = parsed.success ? unstorable(value) : null;
  if (parsed.success && way === null) return parsed.data;
  const problems: FieldProblem[] = parsed.success
    ? [
        {
          field: fieldOf((way ?? []).reverse()),
          message: 'Has a character that cannot be stored (NUL or an unpaired surrogate)',
        },
      ]
    : parsed.problems.map((problem) => problemOf(problem, unknown)).slice(0, maxProblems);
  const [first] = problems;
  const where = first === undefined || first.field === '' ? '' : `${first.field}: `;
  throw new ApiError(
    status,
    code,
    `The request is not valid: ${where}${first?.message ?? ''}`,
    problems,
  );
}

const badBody: Refusal = {
  status: 422,
  code: 'INVALID_REQUEST',
  unknown: 'Unknown field',
};

/** 1 for each name and value, 8 for each object and list. */
const usualWeight = 20_000;

/**
 * `@Body(new BodyPipe(schema))`: 422 `INVALID_REQUEST` naming each field. A schema reports every
 * wrong value, so a body has few values unless its schema takes any data.
 */
export class BodyPipe<T> implements PipeTransform<unknown, T> {
  constructor(
    readonly schema: ZodType<T>,
    private readonly maxWeight = usualWeight,
  ) {}

  transform(value: unknown): T {
    const { overflow } = measure(value, Number.MAX_SAFE_INTEGER, this.maxWeight);
    if (overflow === null) return parse(this.schema, value, badBody);
    const place = overflow.replace(/^\./, '');
    const message = `The body has too many values; the limit is reached at ${place}. Send fewer at a time`;
    throw new ApiError(413, 'BODY_TOO_COMPLEX', message);
  }
}

/** For bodies that are data, or whose data has limits of its own. */
export const anyWeight = Number.MAX_SAFE_INTEGER;

/** The names that an object's schema knows. */
type Shaped<T> = ZodType<T> & { readonly shape: Readonly<Record<string, unknown>> };

/**
 * `@Query(new QueryPipe(schema))`: 400 `INVALID_PARAMETER` naming each parameter. For an unknown
 * one, the message lists the allowed ones.
 */
export class QueryPipe<T> implements PipeTransform<unknown, T> {
  readonly #refusal: Refusal;

  constructor(readonly schema: Shaped<T>) {
    const allowed = Object.keys(schema.shape).sort().join(', ');
    const unknown = `Unknown parameter; allowed: ${allowed}`;
    this.#refusal = { status: 400, code: 'INVALID_PARAMETER', unknown };
  }

  transform(value: unknown): T {
    return parse(this.schema, value, this.#refusal);
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A path parameter as the document shows it. Any text is accepted; the handler checks it. */
export class PathPipe implements PipeTransform<string, string> {
  constructor(
    readonly example: string,
    readonly description?: string,
  ) {}

  transform(value: string): string {
    return value;
  }
}

/**
 * `@Param('id', new RecordIdPipe('workflow', exampleIds.workflow))`: a malformed id can't match a
 * record, so 404.
 */
export class RecordIdPipe extends PathPipe {
  constructor(
    private readonly what: string,
    example: string,
  ) {
    super(example);
  }

  override transform(value: string): string {
    if (!uuid.test(value)) throw notFound(this.what);
    return value.toLowerCase();
  }
}

/** For a handler with two paths, one of which lacks the parameter. */
export class OptionalRecordIdPipe extends RecordIdPipe {
  override transform(value: string): string;
  override transform(value: string | undefined): string | undefined;
  override transform(value: string | undefined): string | undefined {
    return value === undefined ? undefined : super.transform(value);
  }
}
