/** What was sent to a receiver, of one state or of all. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeliveryState, Subscription } from '../../data/webhooks.queries.js';
import { listWorkflows } from '../../data/workflows.queries.js';
import { Loaded } from '../../parts/failure/loaded.js';
import { webhooksText as words } from '../../text/webhooks.js';
import { Button } from '../../ui/button.js';
import { Select } from '../../ui/select.js';
import { DeliveryRows } from './delivery-rows.js';
import { useLiveDeliveries } from './use-live-deliveries.js';
import styles from './webhooks-page.module.css';

export interface DeliveriesSectionProps {
  workspaceId: string;
  subscription: Subscription;
  chosen: string | null;
  onChoose: (id: string) => void;
}

const states = ['pending', 'failed', 'exhausted', 'suppressed', 'succeeded'] as const;

export function DeliveriesSection({
  workspaceId,
  subscription,
  chosen,
  onChoose,
}: DeliveriesSectionProps) {
  const [state, setState] = useState<DeliveryState | null>(null);
  const deliveries = useLiveDeliveries(workspaceId, subscription.id, state);
  const workflows = useQuery(listWorkflows(workspaceId));
  const { active, suppressed = 0 } = subscription;
  const nameOf = (id: string): string =>
    workflows.data?.find((one) => one.id === id)?.name ?? words.deletedWorkflow;
  return (
    <section className={styles.section} aria-label={words.deliveries}>
      <div className={styles.line}>
        <h3>{words.deliveries}</h3>
        <span className={styles.space} />
        {!active && suppressed > 0 && state !== 'suppressed' && (
          <Button isCompact onPress={() => setState('suppressed')}>
            {words.showKept(suppressed)}
          </Button>
        )}
        <Select
          label={words.shownState}
          isLabelHidden
          size="medium"
          choices={[
            { id: 'all', label: words.shownStates.all },
            ...states.map((id) => ({ id, label: words.shownStates[id] })),
          ]}
          chosen={state ?? 'all'}
          onChoose={(id) => setState(states.find((one) => one === id) ?? null)}
        />
      </div>
      <Loaded query={deliveries}>
        {({ pages }) => (
          <DeliveryRows
            deliveries={pages.flatMap((page) => page.data)}
            nameOf={subscription.workflowId === null ? nameOf : null}
            none={state === null ? words.noDeliveries : words.noSuchDeliveries}
            chosen={chosen}
            onChoose={onChoose}
            onMore={deliveries.hasNextPage ? () => void deliveries.fetchNextPage() : null}
          />
        )}
      </Loaded>
    </section>
  );
}
