import { pipsOf } from '../../core/delivery/pips.js';
import { relativeText } from '../../core/format/format.js';
import type { Delivery } from '../../data/deliveries.queries.js';
import { AttemptPips } from '../../parts/attempt-pips/attempt-pips.js';
import { useNow } from '../../parts/time/use-now.js';
import { webhooksText as words } from '../../text/webhooks.js';
import { Button } from '../../ui/button.js';
import styles from './webhooks-page.module.css';

export interface DeliveryRowsProps {
  deliveries: readonly Delivery[];
  /** The name of a workflow, by its id. Null: all are of one, which needs no name in each row. */
  nameOf: ((workflowId: string) => string) | null;
  /** Said where there are none. */
  none: string;
  chosen: string | null;
  onChoose: (id: string) => void;
  onMore: (() => void) | null;
}

/** What is open beside the list is seen in it too, also where the page chose it. */
const bringIntoView = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'nearest' });

export function DeliveryRows({ deliveries, nameOf, none, ...props }: DeliveryRowsProps) {
  const { chosen, onChoose, onMore } = props;
  const nowMs = useNow();
  if (deliveries.length === 0) return <p className={styles.says}>{none}</p>;
  return (
    <>
      <ul className={styles.deliveries}>
        {deliveries.map((delivery) => {
          const { id, state, reason, nextDueAt, createdAt, executionId, workflowId } = delivery;
          return (
            <li key={id}>
              <button
                type="button"
                className={styles.delivery}
                aria-current={id === chosen ? 'true' : undefined}
                ref={id === chosen ? bringIntoView : undefined}
                onClick={() => onChoose(id)}
              >
                <AttemptPips attempts={pipsOf(delivery)} label={words.tried(delivery)} />
                <span title={words.stateOf(state, reason)}>
                  {nameOf === null ? words.stateOf(state, reason) : nameOf(workflowId)}
                </span>
                <span className={styles.id}>{executionId.slice(-8)}</span>
                {nextDueAt === null ? (
                  <span className={styles.when}>{relativeText(createdAt, nowMs)}</span>
                ) : (
                  <span className={styles.due}>{relativeText(nextDueAt, nowMs)}</span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      {onMore !== null && (
        <div className={styles.line}>
          <Button onPress={onMore}>{words.more}</Button>
        </div>
      )}
    </>
  );
}
