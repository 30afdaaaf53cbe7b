/** How the workflow is called, in the middle of the bar, with "Listen" at its end. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '../../../data/live/live-feed.js';
import { useSoon } from '../../../data/use-soon.js';
import { getWorkflow } from '../../../data/workflow.queries.js';
import { TriggerUrl } from '../../../parts/trigger-url/trigger-url.js';
import styles from '../editor-page.module.css';
import { useEditorOf } from '../store/editor-context.js';
import { ListenButton } from './listen.js';
import { useTriggerMethods } from './use-trigger-methods.js';
import type { Listening } from './use-listening.js';

/** Saves come in bursts while a person types. */
const readEveryMs = 2_000;

export function UrlChip({ listening }: { listening: Listening }) {
  const { workspaceId, workflowId } = useEditorOf();
  const queryClient = useQueryClient();
  const options = getWorkflow(workspaceId, workflowId);
  const workflow = useQuery(options).data?.data;
  // A save may have changed the trigger's path.
  const readAgain = useSoon(readEveryMs, () => {
    void queryClient.invalidateQueries({ queryKey: options.queryKey, exact: true });
  });
  useLive((message) => {
    if (message.kind === 'workflows' && message.changes.some(({ id }) => id === workflowId))
      readAgain();
  });
  const methods = useTriggerMethods();
  if (workflow === undefined) return null;
  return (
    <span className={styles.url}>
      <TriggerUrl workflow={workflow} methods={methods ?? []}>
        {methods !== null && <ListenButton listening={listening} />}
      </TriggerUrl>
    </span>
  );
}
