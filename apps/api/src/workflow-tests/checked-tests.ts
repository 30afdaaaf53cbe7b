/** The shape of tests, and whether they name blocks that the draft has. */
import type { WorkflowDefinition } from '@libs/workflow';
import { readTests } from '@libs/workflow-test';
import { ApiError } from '../errors/index.js';
import { maxTestBytes } from './workflow-test.schemas.js';

/** A test as it was sent. */
export interface SentTest {
  readonly value: unknown;
  /** JSON; the value lost digits beyond 2^53. */
  readonly text: string;
}

export const tooManyBytes = (): ApiError =>
  new ApiError(
    413,
    'BODY_TOO_LARGE',
    `The tests of a workflow may have ${maxTestBytes} bytes. Remove one, or mock shorter outputs`,
  );

/**
 * @returns the names of the tests
 * @param draft any, also one with problems: only its blocks are looked at
 * @param fieldOf where the test stands in the request
 * @throws ApiError 413 for too much, 422 with the place of each problem
 */
export function checkedTests(
  sent: readonly SentTest[],
  draft: WorkflowDefinition,
  fieldOf: (at: number) => string,
): readonly string[] {
  if (sent.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) > maxTestBytes)
    throw tooManyBytes();
  const { tests, problems } = readTests(
    sent.map(({ value }) => value),
    draft,
  );
  const details = problems.map(({ field, message }) => ({
    field: field.replace(/^tests\[(\d+)\]/, (_, at: string) => fieldOf(Number(at))),
    message,
  }));
  const [first] = details;
  if (first !== undefined) {
    const message = `The request is not valid: ${first.field}: ${first.message}`;
    throw new ApiError(422, 'INVALID_REQUEST', message, details);
  }
  return tests.map(({ name }) => name);
}
