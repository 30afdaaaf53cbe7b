import { useQuery } from '@tanstack/react-query';
import { workflowSubscriptions } from '../../../data/workflow.queries.js';
import { editorText as words } from '../../../text/editor.js';
import { Webhook } from '../../../ui/icon.js';
import type { SideProps } from '../side.js';
import { useEditorOf } from '../store/editor-context.js';
import { BarButton } from '../../../ui/bar-button.js';

/** How many receivers this workflow tells of its ends. */
export function WebhooksButton({ side, onSide }: SideProps) {
  const { workspaceId, workflowId } = useEditorOf();
  const own = useQuery(workflowSubscriptions(workspaceId, workflowId)).data?.data ?? [];
  const word = words.webhookCount(own.length);
  return (
    <BarButton
      icon={Webhook}
      label={words.ofWorkflow(word)}
      word={word}
      count={own.length}
      aria-expanded={side === 'webhooks'}
      onPress={() => onSide(side === 'webhooks' ? null : 'webhooks')}
    />
  );
}
