/** The tests as the panel that deploys shows them. They run when it opens, once a revision. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { WorkflowTest } from '../../../data/cut-tests.js';
import type { LastResult, LastResults } from '../../../data/workflow-tests.queries.js';
import { runTests } from '../../../data/workflow-tests.queries.js';
import type { DeployPanelProps } from '../../../parts/deploy/deploy-props.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { testText as words } from '../../../text/workflow-tests.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { placeText, valueText } from './test-outcome.js';
import { useBlockNames, useTests } from './use-tests.js';

type FailingTest = DeployPanelProps['checks']['failingTests'][number];

export interface DeployTests {
  readonly failingTests: readonly FailingTest[];
  readonly testCount: number;
  /** That they run, or why they did not. */
  readonly testNote: string | null;
  /** Null: there is none. */
  readonly onRunTests: (() => void) | null;
}

function detailOf(last: LastResult, names: ReadonlyMap<string, string>): string | null {
  if (last.kind === 'running') return null;
  if (last.kind === 'lost') return last.problem ?? words.lost;
  const { passed, problem, differences } = last.result;
  if (passed) return null;
  const [first] = differences;
  if (problem !== null || first === undefined) return problem ?? words.state.failed;
  const shown = (value: unknown): string => valueText(first, value, names);
  return words.deploy.detail(
    placeText(first.field, names),
    shown(first.expected),
    shown(first.got),
  );
}

function failing(
  tests: readonly WorkflowTest[],
  results: LastResults,
  names: ReadonlyMap<string, string>,
): readonly FailingTest[] {
  return tests.flatMap((test) => {
    const last = results[test.id];
    const detail = last === undefined ? null : detailOf(last, names);
    return detail === null ? [] : [{ id: test.id, name: test.name, detail, href: null }];
  });
}

export function useDeployTests(): DeployTests {
  const { workspaceId, workflowId } = useEditorOf();
  const queryClient = useQueryClient();
  const revision = useEditor((state) => state.revision);
  const tests = useTests();
  const names = useBlockNames();
  const testIds = tests.map(({ id }) => id);
  const changes = tests.map(({ id, updatedAt }) => `${id} ${updatedAt}`);
  const run = useQuery({
    queryKey: [workspaceId, 'runWorkflowTests', workflowId, revision, changes],
    queryFn: () => runTests(queryClient, { workspaceId, workflowId, testIds }),
    enabled: testIds.length > 0,
    ...{ staleTime: Infinity, retry: false },
  });
  const { deploy } = words;
  const note = run.isFetching
    ? deploy.running(testIds.length)
    : run.error === null
      ? null
      : deploy.notRun(failureText(run.error));
  return {
    failingTests: run.isFetching ? [] : failing(tests, run.data ?? {}, names),
    testCount: tests.length,
    testNote: note,
    onRunTests: testIds.length === 0 ? null : () => void run.refetch(),
  };
}
