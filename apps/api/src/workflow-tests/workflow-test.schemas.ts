/** Tests of a workflow in requests and answers. Their own shape is that of the files in git. */
import { maxTests } from '@libs/workflow-test';
import { z } from 'zod';
import { answer, instant, list, objectOf, one, open, type View } from '../http/answers.js';
import { exampleIds, updatedAt } from '../http/example-values.js';
import type { JsonText } from '../http/json-text.js';

export const maxTestBytes = 1_024 ** 2;
/** The check reports every wrong value, and looks at each mock. */
export const testWeight = 100_000;

const test = z
  .unknown()
  .refine((value) => value !== undefined, 'is required')
  .describe(
    '`name`, `input`, `mocks`, `expect` and more; see docs/how-to/keep-workflows-in-git.md.',
  );

export const testBody = z.strictObject({ test });
export type TestBody = z.output<typeof testBody>;

export const testsBody = z.strictObject({
  tests: z
    .array(
      z.strictObject({
        id: z
          .uuid()
          .toLowerCase()
          .optional()
          .describe('Absent: that of the test with this name, or a new one.'),
        test,
      }),
    )
    .max(maxTests)
    .refine(
      (tests) => {
        const ids = tests.flatMap(({ id }) => id ?? []);
        return new Set(ids).size === ids.length;
      },
      { error: 'has an id twice' },
    )
    .describe('All of them, in their order.'),
});
export type TestsBody = z.output<typeof testsBody>;

export const runTestsBody = z
  .strictObject({
    testIds: z
      .array(z.uuid().toLowerCase())
      .min(1)
      .max(maxTests)
      .optional()
      .describe('Absent: all.'),
  })
  .prefault({});
export type RunTestsBody = z.output<typeof runTestsBody>;

const testView = open({
  id: z.string(),
  test: objectOf<object>().describe('As it was sent.'),
  updatedAt: instant,
  updatedBy: z.string().nullable().describe('The user who changed it; null for a workspace key.'),
});
export type TestView = Omit<View<typeof testView>, 'test'> & { readonly test: JsonText };

const runView = open({
  id: z.string(),
  workflowId: z.string(),
  state: z
    .enum(['waiting', 'running', 'ended', 'lost'])
    .describe('`lost`: its runner did not end it. Ask for another run.'),
  revision: z.int().nullable().describe('Of the draft that it tests; null while it waits.'),
  testCount: z.int().nullable().describe('How many tests it runs; null while it waits.'),
  requestedAt: instant,
  endedAt: instant.nullable(),
  problem: z.string().nullable().describe('Why tests without a result did not run.'),
  results: z
    .array(
      open({
        id: z.string(),
        name: z.string(),
        passed: z.boolean(),
        problem: z.string().nullable().describe('Why it could not run to its end.'),
        differences: z
          .array(
            open({
              field: z.string().describe('Path inside `expect`, such as `output.items[0].name`.'),
              expected: z.unknown(),
              got: z.unknown(),
              isCut: z.boolean().describe('Large values are the beginning of their JSON text.'),
            }),
          )
          .describe('The first twenty.'),
        path: z.array(z.string()).nullable().describe('The blocks that ran, each once, in order.'),
        durationMs: z.int(),
      }),
    )
    .describe('So far, in the order of the tests.'),
});
export type TestRunView = Omit<View<typeof runView>, 'results'> & { readonly results: JsonText };

export const testExample = {
  test: {
    name: 'refuses an order that the shop can not reserve',
    input: { item: 'pen', count: 2 },
    expect: { response: { status: 200 }, path: ['hook', 'done'] },
  },
};
const viewExample = {
  id: exampleIds.test,
  ...testExample,
  updatedAt,
  updatedBy: exampleIds.user,
};
export const testAnswer = answer('WorkflowTestAnswer', one(testView), { data: viewExample });
export const testList = answer('WorkflowTestList', list(testView), { data: [viewExample] });
export const testRunAnswer = answer('WorkflowTestRunAnswer', one(runView), {
  data: {
    id: exampleIds.testRun,
    workflowId: exampleIds.workflow,
    state: 'ended',
    revision: 7,
    testCount: 1,
    requestedAt: updatedAt,
    endedAt: updatedAt,
    problem: null,
    results: [
      {
        id: exampleIds.test,
        name: testExample.test.name,
        passed: false,
        problem: null,
        differences: [{ field: 'response.status', expected: 200, got: 409, isCut: false }],
        path: ['hook', 'done'],
        durationMs: 3,
      },
    ],
  },
});
