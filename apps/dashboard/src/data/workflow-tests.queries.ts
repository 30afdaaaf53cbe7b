/** Tests beside a draft, and what they came to. Results are kept as long as the page is open. */
import type { Operations } from '@libs/client';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './ask.js';
import { cutTests, type WorkflowTest } from './cut-tests.js';
import { brokenAnswer, readSource } from './draft-source.js';
import { sendText } from './send-text.js';

type TestRun = Operations['getWorkflowTestRun']['answer']['data'];
export type TestResult = TestRun['results'][number];

/** As the server has them. */
export const mostTests = 200;
export const mostTestBytes = 1_024 ** 2;

const pathOf = (workflowId: string): string => `/workflows/${encodeURIComponent(workflowId)}/tests`;

async function readTests(
  workspaceId: string,
  workflowId: string,
  signal: AbortSignal,
): Promise<readonly WorkflowTest[]> {
  const { text, status } = await readSource(workspaceId, pathOf(workflowId), signal);
  const tests = cutTests(text);
  if (tests === null) throw brokenAnswer(status);
  return tests;
}

export const listTests = (workspaceId: string, workflowId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'listWorkflowTests', { path: { id: workflowId } }],
    queryFn: ({ signal }) => readTests(workspaceId, workflowId, signal),
  });

/** @param text JSON */
export const putTest = (
  workspaceId: string,
  workflowId: string,
  { id, text }: { readonly id: string; readonly text: string },
): Promise<unknown> =>
  sendText('PUT', `${pathOf(workflowId)}/${encodeURIComponent(id)}`, {
    workspace: workspaceId,
    text: `{"test":${text}}`,
  });

export const deleteTest = (workspaceId: string, id: string, testId: string) =>
  call(workspaceId, 'deleteWorkflowTest', { path: { id, testId } });

export type LastResult =
  | { readonly kind: 'running' }
  /** Its runner did not end it, or something else kept it from running. */
  | { readonly kind: 'lost'; readonly problem: string | null }
  | { readonly kind: 'ended'; readonly revision: number | null; readonly result: TestResult };

/** By test id. */
export type LastResults = Readonly<Record<string, LastResult>>;

const noResults: LastResults = {};

/** The server keeps no results; the page does. */
export const lastResults = (workspaceId: string, workflowId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'testResults', workflowId],
    queryFn: (): LastResults => noResults,
    initialData: noResults,
    ...{ staleTime: Infinity, gcTime: Infinity },
  });

const readAgainMs = 1_000;

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

export interface SoughtTests {
  readonly workspaceId: string;
  readonly workflowId: string;
  /** Not empty. */
  readonly testIds: readonly string[];
}

const resultsOf = (run: TestRun, testIds: readonly string[]): LastResults => {
  const isOpen = run.state === 'waiting' || run.state === 'running';
  const without: LastResult = isOpen ? { kind: 'running' } : { kind: 'lost', problem: run.problem };
  return Object.fromEntries(
    testIds.map((id): [string, LastResult] => {
      const result = run.results.find((one) => one.id === id);
      const { revision } = run;
      return [id, result === undefined ? without : { kind: 'ended', revision, result }];
    }),
  );
};

/**
 * Runs tests of the saved draft and reads on until they have ended. Results show as they come.
 * @returns those of these tests
 */
export async function runTests(
  queryClient: QueryClient,
  { workspaceId, workflowId, testIds }: SoughtTests,
): Promise<LastResults> {
  const { queryKey } = lastResults(workspaceId, workflowId);
  const before = queryClient.getQueryData(queryKey) ?? noResults;
  const show = (results: LastResults): LastResults => {
    queryClient.setQueryData(queryKey, (all = noResults) => ({ ...all, ...results }));
    return results;
  };
  show(Object.fromEntries(testIds.map((id) => [id, { kind: 'running' }])));
  try {
    const path = { id: workflowId };
    const body = { testIds: [...testIds] };
    let { data: run } = await call(workspaceId, 'runWorkflowTests', { path, body });
    show(resultsOf(run, testIds));
    while (run.state === 'waiting' || run.state === 'running') {
      await pause(readAgainMs);
      const sought = { path: { ...path, runId: run.id } };
      run = (await call(workspaceId, 'getWorkflowTestRun', sought)).data;
      show(resultsOf(run, testIds));
    }
    return resultsOf(run, testIds);
  } catch (error) {
    // Nothing is known anew.
    const known = testIds.map((id) => [id, before[id]] as const);
    queryClient.setQueryData(queryKey, (all = noResults) => {
      const kept = Object.entries({ ...all, ...Object.fromEntries(known) });
      return Object.fromEntries(kept.filter(([, one]) => one !== undefined)) as LastResults;
    });
    throw error;
  }
}
