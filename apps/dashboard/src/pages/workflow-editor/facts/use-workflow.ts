/** The workflow beside its draft, as the server has it: name, folder, and what is deployed. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keyOf } from '../../../data/ask.js';
import { failureOf } from '../../../data/failure.js';
import { useLive } from '../../../data/live/live-feed.js';
import { useSoon } from '../../../data/use-soon.js';
import { deployers } from '../../../data/versions.queries.js';
import { getWorkflow } from '../../../data/workflow.queries.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { refusedAs } from './refused-as.js';

export function useWorkflow() {
  const { workspaceId, workflowId } = useEditorOf();
  const query = useQuery(getWorkflow(workspaceId, workflowId));
  const saving = useEditor((state) => state.saving);
  const isMissing = query.error !== null && failureOf(query.error).kind === 'missing';
  const isGone = isMissing || (saving.kind === 'refused' && refusedAs(saving.error) === 'gone');
  return { workflow: query.data?.data, isGone };
}

/** What the list of workflows and this page show of it. */
export function useReadAgain(): () => void {
  const { workspaceId } = useEditorOf();
  const queryClient = useQueryClient();
  return () => {
    for (const operation of ['getWorkflow', 'listWorkflowVersions', 'listWorkflows'] as const)
      void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, operation) });
  };
}

/** A draft that is typed in is saved every second; nothing of it is shown here at once. */
const readAfterMs = 2_000;

/** Keeps the workflow live. @returns who did an operation last, as far as it was heard */
export function useHeardBy(): (operation: string) => string | null {
  const { workspaceId, workflowId } = useEditorOf();
  const readAgain = useReadAgain();
  const readSoon = useSoon(readAfterMs, readAgain);
  const [heard, setHeard] = useState<Readonly<Record<string, string>>>({});
  const members = useQuery({
    ...deployers(workspaceId),
    enabled: Object.keys(heard).length > 0,
  });
  useLive((message) => {
    if (message.kind === 'resync') readSoon();
    if (message.kind !== 'workflows') return;
    const own = message.changes.filter(({ id }) => id === workflowId);
    if (own.length === 0) return;
    if (own.every(({ action }) => action === 'changeWorkflow')) readSoon();
    else readAgain();
    const done = own.flatMap(({ action, by }) => (by == null ? [] : [[action, by] as const]));
    if (done.length > 0) setHeard((before) => ({ ...before, ...Object.fromEntries(done) }));
  });
  return (operation) => {
    const userId = heard[operation];
    return members.data?.data.find((member) => member.userId === userId)?.name ?? null;
  };
}
