import { useQuery } from '@tanstack/react-query';
import { workflowSubscriptions } from '../../../data/workflow.queries.js';
import { editorText as words } from '../../../text/editor.js';
import { Webhook } from '../../../ui/icon.js';
import { useEditorOf } from '../store/editor-context.js';
import { BarButton } from './bar-button.js';
import type { EditorActionsProps } from './editor-actions.js';

/** How many receivers this workflow tells of its ends. */
export function WebhooksButton({ side, onSide }: EditorActionsProps) {
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
