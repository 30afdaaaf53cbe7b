/** The receivers that are told when this workflow ends. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { receiverStateOf } from '../../core/delivery/receiver-state.js';
import { paths } from '../../core/paths/paths.js';
import { allows } from '../../core/status/allowed.js';
import { keyOf } from '../../data/ask.js';
import { useLive } from '../../data/live/live-feed.js';
import { useRole } from '../../data/use-session.js';
import {
  type Subscription,
  workflowSubscriptions,
  workspaceSubscriptions,
} from '../../data/workflow.queries.js';
import { Loaded } from '../../parts/failure/loaded.js';
import { SubscriptionDrawer } from '../../parts/subscription-form/subscription-drawer.js';
import { ReceiverLabel } from '../../parts/receiver-label/receiver-label.js';
import { workflowText as words } from '../../text/workflow.js';
import { Button } from '../../ui/button.js';
import { Pencil, Plus } from '../../ui/icon.js';
import { IconButton } from '../../ui/icon-button.js';
import { Rows } from '../../ui/rows.js';
import styles from './workflow-page.module.css';

export interface SubscriptionsSectionProps {
  workspaceId: string;
  workflowId: string;
}

export function SubscriptionsSection({ workspaceId, workflowId }: SubscriptionsSectionProps) {
  const queryClient = useQueryClient();
  const mayEdit = allows(useRole(workspaceId), 'editWorkflows')
    ? null
    : words.needsEditorOfSubscriptions;
  const own = useQuery(workflowSubscriptions(workspaceId, workflowId));
  const all = useQuery(workspaceSubscriptions(workspaceId));
  const [edited, setEdited] = useState<Subscription | 'new' | null>(null);
  useLive((message) => {
    const isMeant =
      message.kind === 'subscriptions' ||
      (message.kind === 'resync' && message.topics.includes('subscriptions'));
    if (!isMeant) return;
    for (const operation of ['listSubscriptions', 'listWorkspaceSubscriptions'] as const)
      void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, operation) });
  });
  const ofAll = (all.data?.data ?? []).filter((one) => one.workflowId === null);
  const columns = [
    {
      ...{ id: 'url', title: words.receiver, isName: true },
      cell: ({ id, url, workflowId, hasSecret }: Subscription) => (
        <div>
          <Link
            to={`${paths.webhooks(workspaceId)}?subscription=${id}`}
            className={styles.receiver}
          >
            {url.replace(/^https?:\/\//, '')}
          </Link>
          <span className={styles.scope}>{words.toldOf(workflowId, hasSecret)}</span>
        </div>
      ),
    },
    {
      id: 'state',
      title: words.state,
      cell: (one: Subscription) => <ReceiverLabel state={receiverStateOf(one)} />,
    },
    {
      id: 'change',
      title: words.change,
      align: 'end' as const,
      cell: (one: Subscription) => (
        <IconButton
          tone="ghost"
          icon={Pencil}
          label={words.changeOne(one.url)}
          disabledReason={mayEdit}
          onPress={() => setEdited(one)}
        />
      ),
    },
  ];
  return (
    <section className={styles.section}>
      <header className={styles.sectionHead}>
        <h2>{words.subscriptions}</h2>
        <Button icon={Plus} isCompact disabledReason={mayEdit} onPress={() => setEdited('new')}>
          {words.addSubscription}
        </Button>
      </header>
      <Loaded query={own}>
        {({ data }) =>
          data.length + ofAll.length === 0 ? (
            <p className={styles.says}>{words.noSubscriptions}</p>
          ) : (
            <Rows
              label={words.subscriptions}
              rows={[...data, ...ofAll]}
              keyOf={({ id }) => id}
              columns={columns}
            />
          )
        }
      </Loaded>
      {edited !== null && (
        <SubscriptionDrawer
          workspaceId={workspaceId}
          subscription={edited === 'new' ? null : edited}
          workflowId={workflowId}
          onClose={() => setEdited(null)}
          onSaved={() => undefined}
        />
      )}
    </section>
  );
}
