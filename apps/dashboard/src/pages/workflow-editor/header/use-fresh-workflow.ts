/** Reads the workflow again when somebody changed it, at once when its trigger's path was saved. */
import { useQueryClient } from '@tanstack/react-query';
import type { WorkflowText } from '../../../core/edit/text/workflow-text.js';
import { readDefinition } from '../../../core/edit/text/read-definition.js';
import { remembered } from '../../../core/execution/remembered.js';
import { useLive } from '../../../data/live/live-feed.js';
import { useSoon } from '../../../data/use-soon.js';
import { getWorkflow } from '../../../data/workflow.queries.js';
import { useEditorOf } from '../store/editor-context.js';
import { useOnSaved } from '../store/use-on-saved.js';

/** Saves come in bursts while a person types. */
const readEveryMs = 2_000;

const webhookIn = remembered((document: WorkflowText, _: null): string => {
  const webhook = readDefinition(document).blocks.find(({ type }) => type === 'webhook');
  return webhook === undefined ? '' : JSON.stringify([webhook.id, webhook.config['path']]);
});

export function useFreshWorkflow(): void {
  const { workspaceId, workflowId } = useEditorOf();
  const queryClient = useQueryClient();
  const { queryKey } = getWorkflow(workspaceId, workflowId);
  const read = (): void => void queryClient.invalidateQueries({ queryKey, exact: true });
  const readSoon = useSoon(readEveryMs, read);
  useLive((message) => {
    if (message.kind === 'workflows' && message.changes.some(({ id }) => id === workflowId))
      readSoon();
  });
  useOnSaved(webhookIn, read);
}
