import { useQuery, useQueryClient } from '@tanstack/react-query';
import { pipsOf } from '../../../core/delivery/pips.js';
import { relativeText } from '../../../core/format/format.js';
import { deliveriesOf, type Delivery } from '../../../data/deliveries.queries.js';
import { useLive } from '../../../data/live/live-feed.js';
import { AttemptPips } from '../../../parts/attempt-pips/attempt-pips.js';
import { useNow } from '../../../parts/time/use-now.js';
import { executionPeekText as words } from '../../../text/execution-peek.js';
import styles from './execution-peek.module.css';

export interface PeekDeliveriesProps {
  workspaceId: string;
  executionId: string;
}

export function PeekDeliveries({ workspaceId, executionId }: PeekDeliveriesProps) {
  const queryClient = useQueryClient();
  const options = deliveriesOf(workspaceId, executionId);
  const { data } = useQuery(options);
  useLive((message) => {
    if (message.kind === 'deliveries')
      void queryClient.invalidateQueries({ queryKey: options.queryKey });
  });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section>
      <header>
        <h3>{words.deliveries}</h3>
        <span>{words.receivers(data.data.length)}</span>
      </header>
      <ul className={styles.told}>
        {data.data.map((delivery) => (
          <Told key={delivery.id} {...delivery} />
        ))}
      </ul>
    </section>
  );
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

function Told(delivery: Delivery) {
  const nowMs = useNow();
  const { url, state, lastStatus, lastErrorCode, nextDueAt, attemptCount } = delivery;
  const answer = lastStatus === null ? (lastErrorCode ?? state) : String(lastStatus);
  return (
    <li>
      <span className={styles.host} title={url}>
        {hostOf(url)}
      </span>
      <AttemptPips attempts={pipsOf(delivery)} label={words.attempts(attemptCount, state)} />
      {nextDueAt === null ? (
        <span className={styles.answer}>{answer}</span>
      ) : (
        <span className={styles.due}>{words.again(relativeText(nextDueAt, nowMs))}</span>
      )}
    </li>
  );
}
