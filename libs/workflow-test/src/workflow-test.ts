/** The tests of a workflow file: their shape and its problems. Pure. */
import { didYouMean, NearestNames, type WorkflowDefinition } from '@libs/workflow';
import { z } from 'zod';

export const maxTests = 200;
const maxRunsListed = 1_000;
/** More do not help the author. */
const maxProblems = 100;

/** Refuses unknown fields by naming those that exist. */
function fields<T extends z.ZodRawShape>(shape: T, meaning: string) {
  const names = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `there is no field ${issue.keys.map((key) => `"${key}"`).join(', ')}; there are ${names}`
        : `must be an object: ${meaning}`,
  });
}

const text = (meaning: string): z.ZodString => z.string(`must be a text: ${meaning}`);
const byName = <T extends z.ZodType>(value: T, meaning: string) =>
  z.record(z.string(), value, `must be an object: ${meaning}`);

const blockError = fields(
  { code: text('the error code'), message: text('what happened').default('mocked') },
  'code and message of an error',
);

const outcome = {
  output: z.unknown().optional(),
  port: text('the port that the block leaves by').optional(),
  error: blockError.optional(),
};

const mock = fields(
  {
    ...outcome,
    each: z
      .array(fields(outcome, 'what one run of the block gives'), 'must be a list, one for each run')
      .min(1, 'must not be empty')
      .max(maxRunsListed, `has at most ${maxRunsListed} entries`)
      .optional(),
  },
  'what the block gives instead of running',
).refine(({ each, ...one }) => each === undefined || Object.keys(one).length === 0, {
  error: '"each" has what every run gives, so "output", "port" and "error" belong into it',
});

const expected = fields(
  {
    status: z.enum(['success', 'error'], 'must be "success" or "error"').optional(),
    output: z.unknown().optional(),
    response: z.unknown().optional(),
    error: fields(
      {
        code: text('the error code').optional(),
        message: text('the message').optional(),
        blockId: text('the id of the block that failed').optional(),
      },
      'code, message or blockId of the error',
    ).optional(),
    path: z.array(text('the id of a block'), 'must be a list of block ids').optional(),
    blocks: byName(z.unknown(), 'outputs by block id').optional(),
  },
  'what the run must give',
);

const test = fields(
  {
    name: text('the name of the test').min(1, 'must not be empty').max(200, 'is too long'),
    input: z.unknown().optional(),
    headers: byName(text('the value of a header'), 'headers of the webhook').default({}),
    query: byName(z.unknown(), 'parameters of the webhook').default({}),
    now: z.iso
      .datetime({ offset: true, error: 'must be a time like 2026-01-31T08:00:00Z' })
      .optional(),
    secrets: byName(text('the value of a secret'), 'values by name').default({}),
    env: byName(z.unknown(), 'variables of the workspace by name').default({}),
    mocks: byName(mock, 'mocks by block id').default({}),
    expect: expected.default({}),
  },
  'name, input, mocks and expect',
);

export type WorkflowTest = z.output<typeof test>;
export type Mock = z.output<typeof mock>;
export type MockedRun = Omit<Mock, 'each'>;
export type Expected = z.output<typeof expected>;

const tests = z
  .array(test, 'must be a list of tests')
  .max(maxTests, `has at most ${maxTests} tests in a file`);

export interface TestProblem {
  /** From the root of the file, such as `tests[0].expect.path`. */
  readonly field: string;
  readonly message: string;
}

const fieldOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (field, part) => (typeof part === 'number' ? `${field}[${part}]` : `${field}.${String(part)}`),
    'tests',
  );

/** Mocks and expectations name blocks that are there and can be mocked. */
function* nameProblems(
  { blocks }: Pick<WorkflowDefinition, 'blocks'>,
  { mocks, expect }: WorkflowTest,
  at: number,
  nearest: NearestNames,
): Generator<TestProblem> {
  const typeOf = new Map(blocks.map(({ id, type }) => [id, type]));
  const unknown = (id: string): string =>
    `there is no block with the id "${id}"${didYouMean(nearest.of(id, typeOf.keys()))}`;
  for (const id of Object.keys(mocks)) {
    const type = typeOf.get(id);
    const field = `tests[${at}].mocks.${id}`;
    if (type === undefined) yield { field, message: unknown(id) };
    else if (type === 'loop' || type === 'parallel')
      yield { field, message: `a ${type} always runs: mock the blocks in it` };
    else if (['webhook', 'api_trigger', 'manual', 'chat', 'schedule'].includes(type))
      yield { field, message: 'a trigger is not mocked: what it gives is the "input" of the test' };
  }
  for (const id of Object.keys(expect.blocks ?? {}))
    if (!typeOf.has(id)) yield { field: `tests[${at}].expect.blocks.${id}`, message: unknown(id) };
  for (const [index, id] of (expect.path ?? []).entries())
    if (!typeOf.has(id))
      yield { field: `tests[${at}].expect.path[${index}]`, message: unknown(id) };
}

/** The first ones: each compares a name with all others. */
function namesIn(
  definition: Pick<WorkflowDefinition, 'blocks'> | null,
  all: readonly WorkflowTest[],
): TestProblem[] {
  const found: TestProblem[] = [];
  const nearest = new NearestNames();
  if (definition === null) return found;
  for (const [at, one] of all.entries())
    for (const problem of nameProblems(definition, one, at, nearest)) {
      found.push(problem);
      if (found.length === maxProblems) return found;
    }
  return found;
}

/** @param definition whose blocks the tests name; null: only the shape is checked */
export function readTests(
  given: unknown,
  definition: Pick<WorkflowDefinition, 'blocks'> | null,
): { readonly tests: readonly WorkflowTest[]; readonly problems: readonly TestProblem[] } {
  const parsed = tests.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.slice(0, maxProblems).map(({ path, message }) => ({
      field: fieldOf(path),
      message,
    }));
    return { tests: [], problems };
  }
  return { tests: parsed.data, problems: namesIn(definition, parsed.data) };
}
