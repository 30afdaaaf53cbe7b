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
  return (
    <BarButton
      icon={Webhook}
      label={words.webhooks}
      word={words.webhooksShort}
      count={own.length}
      tip={words.webhooksCount(own.length)}
      aria-expanded={side === 'webhooks'}
      onPress={() => onSide(side === 'webhooks' ? null : 'webhooks')}
    />
  );
}
