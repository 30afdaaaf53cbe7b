/** How the workflow is called, in the middle of the bar, with "Listen" at its end. */
import { useQuery } from '@tanstack/react-query';
import { getWorkflow } from '../../../data/workflow.queries.js';
import { TriggerUrl } from '../../../parts/trigger-url/trigger-url.js';
import styles from '../editor-page.module.css';
import { useEditorOf } from '../store/editor-context.js';
import { ListenButton } from './listen.js';
import { useTriggerMethods } from './use-trigger-methods.js';
import type { Listening } from './use-listening.js';

export function UrlChip({ listening }: { listening: Listening }) {
  const { workspaceId, workflowId } = useEditorOf();
  const workflow = useQuery(getWorkflow(workspaceId, workflowId)).data?.data;
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
