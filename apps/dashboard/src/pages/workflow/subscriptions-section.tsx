import { useQuery } from '@tanstack/react-query';
import { type Subscription, workflowSubscriptions } from '../../data/workflow.queries.js';
import { Loaded } from '../../parts/failure/loaded.js';
import { BreakerLabel } from '../../parts/status-label/breaker-label.js';
import { workflowText as words } from '../../text/workflow.js';
import { Rows } from '../../ui/rows.js';
import styles from './workflow-page.module.css';

export interface SubscriptionsSectionProps {
  workspaceId: string;
  workflowId: string;
}

const stateOf = ({ active, breaker }: Subscription) =>
  active ? (breaker?.state ?? 'closed') : 'deactivated';

export function SubscriptionsSection({ workspaceId, workflowId }: SubscriptionsSectionProps) {
  const subscriptions = useQuery(workflowSubscriptions(workspaceId, workflowId));
  return (
    <section className={styles.section}>
      <h2>{words.subscriptions}</h2>
      <Loaded query={subscriptions}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={styles.says}>{words.noSubscriptions}</p>
          ) : (
            <Rows
              label={words.subscriptions}
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                { id: 'url', title: words.receiver, cell: ({ url }) => url },
                {
                  id: 'signed',
                  title: words.signed,
                  cell: ({ hasSecret }) => (hasSecret ? words.yes : words.no),
                },
                {
                  id: 'state',
                  title: words.state,
                  cell: (one) => <BreakerLabel state={stateOf(one)} />,
                },
              ]}
            />
          )
        }
      </Loaded>
    </section>
  );
}
