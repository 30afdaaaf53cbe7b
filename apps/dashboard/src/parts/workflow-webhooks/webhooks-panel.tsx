/**
 * The subscriptions of one workflow beside its canvas: they apply at once, not with Deploy. Those
 * of the whole workspace are shown, and changed on their own page. What was typed stays while
 * another subscription is looked at.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  draftOf,
  emptyDraft,
  type SubscriptionDraft,
} from '../../core/subscription/subscription-draft.js';
import { allows } from '../../core/status/allowed.js';
import { keyOf } from '../../data/ask.js';
import { useLive } from '../../data/live/live-feed.js';
import { useSoon } from '../../data/use-soon.js';
import { useRole } from '../../data/use-session.js';
import {
  type Subscription,
  workflowSubscriptions,
  workspaceSubscriptions,
} from '../../data/workflow.queries.js';
import { workflowWebhooksText as words } from '../../text/workflow-webhooks.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Plus, Zap } from '../../ui/icon.js';
import { SidePanel } from '../../ui/side-panel.js';
import { useIsNarrow } from '../../ui/use-is-narrow.js';
import { Loaded } from '../failure/loaded.js';
import { SubscriptionEditor } from './subscription-editor.js';
import { SubscriptionRows } from './subscription-rows.js';
import styles from './webhooks-panel.module.css';

export interface WebhooksPanelProps {
  workspaceId: string;
  workflowId: string;
  /** Of the subscription that is open; `new`; null: the first one. */
  chosen: string | null;
  onChoose: (id: string | null) => void;
  onClose: () => void;
}

/** Beside it the canvas keeps 640 px. */
const columnFromPx = 1440;
/** Deliveries come in bursts. */
const readEveryMs = 2_000;

function useFollowed(workspaceId: string): void {
  const queryClient = useQueryClient();
  const readAgain = (...operations: Parameters<typeof keyOf>[1][]): void => {
    for (const operation of operations)
      void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, operation) });
  };
  const readDeliveries = useSoon(readEveryMs, () => readAgain('searchDeliveries'));
  useLive((message) => {
    if (message.kind === 'deliveries') readDeliveries();
    if (message.kind === 'subscriptions' || message.kind === 'resync')
      readAgain('listSubscriptions', 'listWorkspaceSubscriptions');
  });
}

export function WebhooksPanel(props: WebhooksPanelProps) {
  const { workspaceId, workflowId, onChoose, onClose } = props;
  const mayEdit = allows(useRole(workspaceId), 'editWorkflows') ? null : words.needsEditor;
  const own = useQuery(workflowSubscriptions(workspaceId, workflowId));
  const all = useQuery(workspaceSubscriptions(workspaceId));
  useFollowed(workspaceId);
  const isNarrow = useIsNarrow();
  const atOnce = (
    <Badge tone="waiting" icon={Zap}>
      {words.atOnce}
    </Badge>
  );
  return (
    <div className={styles.wide} data-work="">
      <SidePanel
        title={isNarrow ? words.webhooks : words.title}
        actions={
          <>
            {!isNarrow && atOnce}
            <span className={styles.space} />
            <Button icon={Plus} isCompact disabledReason={mayEdit} onPress={() => onChoose('new')}>
              {words.add}
            </Button>
          </>
        }
        onClose={onClose}
        overBelowPx={columnFromPx}
      >
        {isNarrow && <p className={styles.atOnce}>{atOnce}</p>}
        <Loaded query={own}>
          {({ data }) => (
            <Opened
              {...props}
              own={data}
              ofAll={(all.data?.data ?? []).filter((one) => one.workflowId === null)}
              mayEdit={mayEdit}
            />
          )}
        </Loaded>
      </SidePanel>
    </div>
  );
}

interface OpenedProps extends WebhooksPanelProps {
  own: readonly Subscription[];
  ofAll: readonly Subscription[];
  mayEdit: string | null;
}

type Drafts = Readonly<Record<string, SubscriptionDraft>>;

function Opened({ workspaceId, workflowId, own, ofAll, mayEdit, ...props }: OpenedProps) {
  const { chosen, onChoose } = props;
  const [drafts, setDrafts] = useState<Drafts>({});
  const isNew = chosen === 'new' && mayEdit === null;
  const shown = isNew ? null : (own.find(({ id }) => id === chosen) ?? own[0] ?? null);
  const key = isNew ? 'new' : shown?.id;
  const saved = shown === null ? emptyDraft(workflowId) : draftOf(shown);
  const forget = (id: string): void => {
    const { [id]: _, ...others } = drafts;
    setDrafts(others);
  };
  return (
    <>
      <SubscriptionRows
        workspaceId={workspaceId}
        workflowId={workflowId}
        own={own}
        ofAll={ofAll}
        chosen={key ?? null}
        edited={new Set(Object.keys(drafts))}
        onChoose={onChoose}
      />
      {key !== undefined && (
        <SubscriptionEditor
          key={key}
          of={{ workspaceId, workflowId, subscription: shown }}
          saved={saved}
          draft={drafts[key] ?? saved}
          mayEdit={mayEdit}
          onChange={(draft) => setDrafts({ ...drafts, [key]: draft })}
          onForget={() => forget(key)}
          onChoose={onChoose}
        />
      )}
    </>
  );
}
