/** What the editor begins with: the draft, the places of its blocks, and what was kept here. */
import type { Operations } from '@libs/client';
import type { QueryClient } from '@tanstack/react-query';
import { draftIn } from '../../../data/definition-text.js';
import { draftSource, openingStaleMs } from '../../../data/draft-source.js';
import { draftLayout, getWorkflow } from '../../../data/workflow.queries.js';
import { problemIn } from './draft-server.js';
import { chooseNamed } from './keep-address.js';
import { readKept, restoredStore } from './kept-log.js';

type WorkflowAnswer = Operations['getWorkflow']['answer'];

export const editorKey = (workspaceId: string, workflowId: string) =>
  [workspaceId, 'editor', workflowId] as const;

/** The route has begun to read both. They are forgotten here: the store is the truth now. */
async function readBegun(client: QueryClient, workspaceId: string, workflowId: string) {
  const source = draftSource(workspaceId, workflowId);
  const layout = { ...draftLayout(workspaceId, workflowId), staleTime: openingStaleMs };
  try {
    return await Promise.all([
      client.query(source),
      // Without its places the draft is laid out, so a failure to read them is none.
      client.query(layout).then(
        ({ data }) => data.positions,
        () => ({}),
      ),
    ]);
  } finally {
    for (const { queryKey } of [source, layout])
      client.removeQueries({ queryKey, type: 'inactive' });
  }
}

/** @param block that the address names; '' is none */
export async function openEditor(
  client: QueryClient,
  workspaceId: string,
  workflowId: string,
  block: string,
) {
  const [[source, positions], kept] = await Promise.all([
    readBegun(client, workspaceId, workflowId),
    readKept(workspaceId, workflowId),
  ]);
  const { text, answer } = draftIn(source);
  const { queryKey } = getWorkflow(workspaceId, workflowId);
  client.setQueryData(queryKey, JSON.parse(source.text) as WorkflowAnswer);
  const store = restoredStore({ text, revision: answer.revision, positions }, kept);
  store.setState({ problems: answer.problems.flatMap(problemIn) });
  if (block !== '') chooseNamed(store, block);
  return { store, answer };
}
