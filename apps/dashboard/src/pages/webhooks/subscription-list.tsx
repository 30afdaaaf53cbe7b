import { receiverStateOf } from '../../core/delivery/receiver-state.js';
import {
  type ReceiverRow,
  succeededPercent,
  succeededText,
} from '../../core/delivery/receivers.js';
import { pastText, relativeText } from '../../core/format/format.js';
import type { Subscription } from '../../data/webhooks.queries.js';
import { Sparkline } from '../../parts/sparkline/sparkline.js';
import { ReceiverLabel } from '../../parts/receiver-label/receiver-label.js';
import { useNow } from '../../parts/time/use-now.js';
import { webhooksText as words } from '../../text/webhooks.js';
import { Button } from '../../ui/button.js';
import styles from './subscription-list.module.css';

export interface SubscriptionListProps {
  rows: readonly ReceiverRow<Subscription>[];
  chosen: string;
  onChoose: (id: string) => void;
  /** Null: these are all. */
  onMore: (() => void) | null;
}

export function SubscriptionList({ rows, chosen, onChoose, onMore }: SubscriptionListProps) {
  const { columns } = words;
  return (
    <div className={styles.list}>
      <div className={styles.head} aria-hidden="true">
        <span>{columns.receiver}</span>
        <span data-column="volume">{columns.volume}</span>
        <span data-number="">{columns.succeeded}</span>
        <span>{columns.state}</span>
      </div>
      <ul aria-label={words.title}>
        {rows.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              className={styles.row}
              aria-current={row.id === chosen ? 'true' : undefined}
              onClick={() => onChoose(row.id)}
            >
              <Receiver {...row} />
            </button>
          </li>
        ))}
      </ul>
      {onMore !== null && <Button onPress={onMore}>{words.more}</Button>}
    </div>
  );
}

function Receiver({ host, path, isRepeated, subscription }: ReceiverRow<Subscription>) {
  const nowMs = useNow();
  const { stats24h: day, breaker, lastAttempt, offSince } = subscription;
  const percent = succeededPercent(day);
  const state = receiverStateOf(subscription);
  const scope = subscription.workflowId === null ? words.allWorkflows : subscription.workflowName;
  const detail =
    state === 'deactivated'
      ? offSince == null
        ? ''
        : words.since(relativeText(offSince, nowMs))
      : (breaker?.heldBack ?? 0) > 0
        ? words.heldBack(breaker?.heldBack ?? 0)
        : lastAttempt == null
          ? words.nothingSent
          : words.lastAnswer(
              lastAttempt.status === null ? words.noAnswer : String(lastAttempt.status),
              pastText(lastAttempt.at, nowMs),
            );
  return (
    <>
      <span className={styles.two}>
        <span className={styles.host} data-repeated={isRepeated ? '' : undefined}>
          {host}
        </span>
        <span className={styles.detail}>{`${scope ?? words.deletedWorkflow} · ${path}`}</span>
      </span>
      <span data-column="volume">
        {day != null && (
          <Sparkline
            bars={day.hours.map(({ succeeded, failed }) => ({
              total: succeeded + failed,
              errors: failed,
            }))}
            label={words.volume(day.succeeded + day.failed, day.failed)}
          />
        )}
      </span>
      <span data-number="" data-bad={percent === 0 ? '' : undefined}>
        {percent === null ? '–' : succeededText(percent)}
      </span>
      <span className={styles.two}>
        <ReceiverLabel state={state} offReason={subscription.deactivatedReason} />
        <span className={styles.detail}>{detail}</span>
      </span>
    </>
  );
}
