/** The tests of the open workflow, their last results, and running them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { remembered } from '../../../core/execution/remembered.js';
import type { DrawnDefinition } from '../../../core/workflow-graph/workflow-graph.js';
import type { WorkflowTest } from '../../../data/cut-tests.js';
import {
  type LastResults,
  lastResults,
  listTests,
  runTests,
} from '../../../data/workflow-tests.queries.js';
import { useEditorOf } from '../store/editor-context.js';
import { useBlocks } from '../use-drawn.js';

const none: readonly WorkflowTest[] = [];

export function useTests(): readonly WorkflowTest[] {
  const { workspaceId, workflowId } = useEditorOf();
  return useQuery(listTests(workspaceId, workflowId)).data ?? none;
}

export function useLastResults(): LastResults {
  const { workspaceId, workflowId } = useEditorOf();
  return useQuery(lastResults(workspaceId, workflowId)).data;
}

const namesIn = remembered(
  (blocks: DrawnDefinition['blocks'], _: null): ReadonlyMap<string, string> =>
    new Map(blocks.map(({ id, name }) => [id, name])),
);

/** By block id. */
export const useBlockNames = (): ReadonlyMap<string, string> => namesIn(useBlocks(), null);

/** Saves the draft first: that is what the server tests. */
export function useRunTests() {
  const { workspaceId, workflowId, flush } = useEditorOf();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (testIds: readonly string[]) => {
      await flush();
      return runTests(queryClient, { workspaceId, workflowId, testIds });
    },
  });
}
