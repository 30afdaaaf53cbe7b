/** What stands beside the canvas: the chosen block, or a panel about all of the workflow. */
import { JsonSide, SettingsSide } from './facts/lazy-sides.js';
import { Chat } from './run/chat.js';
import type { Side } from './side.js';
import { BlockPanel, DeploySide, TestsSide, WebhooksPanel } from './sides.js';
import { useEditorOf } from './store/editor-context.js';
import { useEditorSearch } from './use-editor-search.js';

export interface EditorSideProps {
  /** Null: the chosen block, if there is one. */
  side: Side | null;
  name: string;
  readOnlyReason: string | null;
  onClose: () => void;
}

export function EditorSide({ side, name, readOnlyReason, onClose }: EditorSideProps) {
  switch (side) {
    case null:
      return <BlockPanel readOnlyReason={readOnlyReason} />;
    case 'webhooks':
      return <Webhooks onClose={onClose} />;
    case 'deploy':
      return <DeploySide name={name} onClose={onClose} />;
    case 'settings':
      return <SettingsSide readOnlyReason={readOnlyReason} onClose={onClose} />;
    case 'json':
      return <JsonSide readOnlyReason={readOnlyReason} onClose={onClose} />;
    case 'chat':
      return <Chat onClose={onClose} />;
    case 'tests':
      return <TestsSide onClose={onClose} />;
  }
}

function Webhooks({ onClose }: { onClose: () => void }) {
  const { workspaceId, workflowId } = useEditorOf();
  const { search, change } = useEditorSearch();
  return (
    <WebhooksPanel
      workspaceId={workspaceId}
      workflowId={workflowId}
      chosen={search.subscription === '' ? null : search.subscription}
      onChoose={(id) => change({ subscription: id ?? '' })}
      onClose={onClose}
    />
  );
}
