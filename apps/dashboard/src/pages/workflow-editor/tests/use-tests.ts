/** The tests of the open workflow, their last results, and running them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Drawn } from '../../../core/execution/drawn-definition.js';
import { remembered } from '../../../core/execution/remembered.js';
import type { WorkflowTest } from '../../../data/cut-tests.js';
import {
  type LastResults,
  lastResults,
  listTests,
  runTests,
} from '../../../data/workflow-tests.queries.js';
import { useEditorOf } from '../store/editor-context.js';
import { useDrawn } from '../use-drawn.js';

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
  (drawn: Drawn, _: null): ReadonlyMap<string, string> =>
    new Map(drawn.definition.blocks.map(({ id, name }) => [id, name])),
);
const noNames: ReadonlyMap<string, string> = new Map();

/** By block id. */
export function useBlockNames(): ReadonlyMap<string, string> {
  const drawn = useDrawn();
  return drawn === null ? noNames : namesIn(drawn, null);
}

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
