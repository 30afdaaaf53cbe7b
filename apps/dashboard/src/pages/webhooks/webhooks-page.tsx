/** Who is told when executions end, how it stands with each receiver, and every delivery. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { receiverStateOf } from '../../core/delivery/receiver-state.js';
import { type ReceiverRow, receiverRows, succeededPercent } from '../../core/delivery/receivers.js';
import { countText } from '../../core/format/format.js';
import { allows } from '../../core/status/allowed.js';
import { useLive } from '../../data/live/live-feed.js';
import { useSoon } from '../../data/use-soon.js';
import { useRole } from '../../data/use-session.js';
import { listSubscriptions, type Subscription } from '../../data/webhooks.queries.js';
import { FailureNotice } from '../../parts/failure/failure-notice.js';
import { lazyPart } from '../../parts/lazy/lazy-part.js';
import { Page } from '../../parts/page/page.js';
import { SubscriptionDrawer } from '../../parts/subscription-form/subscription-drawer.js';
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { common } from '../../text/common.js';
import { webhooksText as words } from '../../text/webhooks.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Plus, Webhook } from '../../ui/icon.js';
import { Skeleton } from '../../ui/skeleton.js';
import { webhooksSearch } from './model/webhooks-search.js';
import { SubscriptionList } from './subscription-list.js';
import { SubscriptionPanel } from './subscription-panel.js';
import { useOpenedDelivery } from './use-opened-delivery.js';
import styles from './webhooks-page.module.css';

const DeliveryPanel = lazyPart(async () => (await import('./delivery-panel.js')).DeliveryPanel);

/** What an operator looks for first: a receiver that does not take its deliveries. */
const worst = (rows: readonly ReceiverRow<Subscription>[]) =>
  worstStates
    .map((state) => rows.find(({ subscription }) => receiverStateOf(subscription) === state))
    .find((row) => row !== undefined) ??
  rows.find(({ subscription }) => (succeededPercent(subscription.stats24h) ?? 100) < 100);

/** That one is off, somebody has decided or was told. */
const worstStates = ['open', 'probing', 'failing', 'deactivated'] as const;

/** Figures are read again after deliveries, but no more often. */
const everyMs = 2_000;

export function WebhooksPage() {
  const ws = useWorkspaceId();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const mayEdit = allows(useRole(ws), 'editWorkflows') ? null : words.needsEditor;
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const shown = webhooksSearch.parse(raw);
  const options = listSubscriptions(ws);
  const list = useInfiniteQuery(options);
  const [isAdding, setAdding] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const readAgain = (): void => void queryClient.invalidateQueries({ queryKey: options.queryKey });
  const readSoon = useSoon(everyMs, readAgain);
  useLive((message) => {
    if (message.kind === 'subscriptions' || message.kind === 'resync') readAgain();
    else if (message.kind === 'deliveries') readSoon();
  });
  const go = (next: Partial<typeof shown>): void =>
    void navigate({ to: '.', search: webhooksSearch.format({ ...shown, ...next }) });
  const subscriptions = list.data?.pages.flatMap((page) => page.data) ?? [];
  const rows = receiverRows(subscriptions);
  // What is open stays open while figures change.
  const chosen =
    rows.find(({ id }) => id === shown.subscription) ??
    rows.find(({ id }) => id === opened) ??
    worst(rows) ??
    rows[0];
  if (chosen !== undefined && chosen.id !== opened) setOpened(chosen.id);
  const { delivery, close } = useOpenedDelivery(ws, chosen?.id ?? null, shown.delivery);
  const attempts = subscriptions.reduce(
    (sum, { stats24h }) => sum + (stats24h?.succeeded ?? 0) + (stats24h?.failed ?? 0),
    0,
  );
  const add = (
    <Button
      tone="primary"
      icon={Plus}
      isCompact
      disabledReason={mayEdit}
      onPress={() => setAdding(true)}
    >
      {words.add}
    </Button>
  );
  return (
    <Page
      title={words.title}
      body="fill"
      facts={
        list.data !== undefined && (
          <span className={styles.facts}>
            {words.facts(subscriptions.length, countText(attempts))}
          </span>
        )
      }
      actions={add}
    >
      {list.data === undefined ? (
        list.error === null ? (
          <Skeleton label={common.loading} rows={8} />
        ) : (
          <FailureNotice error={list.error} onRetry={() => void list.refetch()} />
        )
      ) : chosen === undefined ? (
        <EmptyState icon={Webhook} title={words.empty} detail={words.emptyDetail}>
          {add}
        </EmptyState>
      ) : (
        <div className={styles.split}>
          <div className={styles.main}>
            <SubscriptionList
              rows={rows}
              chosen={chosen.id}
              onChoose={(subscription) => go({ subscription, delivery: null })}
              onMore={list.hasNextPage ? () => void list.fetchNextPage() : null}
            />
            <SubscriptionPanel
              key={chosen.id}
              workspaceId={ws}
              row={chosen}
              ofReceiver={rows
                .filter(({ host }) => host === chosen.host)
                .map((row) => row.subscription)}
              delivery={delivery}
              onDelivery={(delivery) => go({ subscription: chosen.id, delivery })}
            />
          </div>
          {delivery !== null && (
            <DeliveryPanel
              key={delivery}
              workspaceId={ws}
              deliveryId={delivery}
              onClose={() => {
                close();
                go({ delivery: null });
              }}
            />
          )}
        </div>
      )}
      {isAdding && (
        <SubscriptionDrawer
          workspaceId={ws}
          subscription={null}
          onClose={() => setAdding(false)}
          onSaved={(subscription) => go({ subscription, delivery: null })}
        />
      )}
    </Page>
  );
}
