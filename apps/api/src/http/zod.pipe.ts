/** Validates input. Unknown names are refused: a misspelt one must not mean "default". */
import type { PipeTransform } from '@nestjs/common';
import type { z, ZodType } from 'zod';
import { ApiError, type ApiErrorCode, notFound } from '../errors/api-error.js';

interface FieldProblem {
  /** Path of the field, `filters[0].name`; empty for the whole body. */
  readonly field: string;
  readonly message: string;
}

const fieldOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number'
        ? `${text}[${part}]`
        : text === ''
          ? String(part)
          : `${text}.${String(part)}`,
    '',
  );

/** @param unknown message for a name that the schema does not have */
function problemsOf(issue: z.core.$ZodIssue, unknown: string): FieldProblem[] {
  if (issue.code !== 'unrecognized_keys')
    return [{ field: fieldOf(issue.path), message: issue.message }];
  return issue.keys.map((key) => ({ field: fieldOf([...issue.path, key]), message: unknown }));
}

/** Finds text that Postgres can't store (NUL, half a surrogate pair) and names its field. */
function unstorable(value: unknown, path: readonly PropertyKey[] = []): FieldProblem[] {
  if (typeof value === 'string') {
    if (!value.includes('\0') && value.isWellFormed()) return [];
    return [
      {
        field: fieldOf(path),
        message: 'Holds a character that can not be stored (NUL or an unpaired surrogate)',
      },
    ];
  }
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    return [...unstorable(key, at), ...unstorable(inner, at)];
  });
}

interface Refusal {
  readonly status: 400 | 422;
  readonly code: ApiErrorCode;
  readonly unknown: string;
}

function parse<T>(schema: ZodType<T>, value: unknown, { status, code, unknown }: Refusal): T {
  const parsed = schema.safeParse(value ?? {});
  const problems = parsed.success
    ? unstorable(value)
    : parsed.error.issues.flatMap((issue) => problemsOf(issue, unknown));
  if (parsed.success && problems.length === 0) return parsed.data;
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
  unknown: 'There is no such field',
};

/** `@Body(new BodyPipe(schema))`: 422 `INVALID_REQUEST` naming each field. */
export class BodyPipe<T> implements PipeTransform<unknown, T> {
  constructor(readonly schema: ZodType<T>) {}

  transform(value: unknown): T {
    return parse(this.schema, value, badBody);
  }
}

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
    const unknown = `There is no such parameter; allowed: ${allowed}`;
    this.#refusal = { status: 400, code: 'INVALID_PARAMETER', unknown };
  }

  transform(value: unknown): T {
    return parse(this.schema, value, this.#refusal);
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** `@Param('id', new RecordIdPipe('workflow'))`: a malformed id can't match a record, so 404. */
export class RecordIdPipe implements PipeTransform<string, string> {
  constructor(private readonly what: string) {}

  transform(value: string): string {
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
