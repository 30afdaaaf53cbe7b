/** Who was told how the execution ended, on its own axis, and what comes next. */
import { durationText } from '../../../core/format/format.js';
import { deliverySegments } from '../../../core/waterfall/delivery-segments.js';
import { StatusLabel } from '../../../parts/status-label/status-label.js';
import { Bars } from '../../../parts/waterfall/bars.js';
import { executionText } from '../../../text/execution.js';
import { PressText } from '../../../ui/press-text.js';
import type { ShownDelivery } from '../model/shown-delivery.js';
import type { ShownExecution } from '../shown-execution.js';
import { type Drawing, drawn } from '../drawing.js';
import { SendAgain } from './send-again.js';
import type { Deliveries } from './use-deliveries.js';
import styles from './deliveries.module.css';

const { deliveries: words } = executionText;
const mostRows = 8;

export interface DeliveryRowsProps {
  execution: ShownExecution;
  deliveries: Deliveries;
  drawing: Drawing;
  nowMs: number;
  onOpen: () => void;
}

export function DeliveryRows({ execution, deliveries, drawing, nowMs, onOpen }: DeliveryRowsProps) {
  const { all } = deliveries;
  if (all.length === 0) return null;
  const due = all.filter(({ nextDueMs }) => nextDueMs !== null);
  return (
    <>
      <div className={styles.section}>
        <h2>{words.title}</h2>
        <span className={styles.onAxis}>{words.onAxis}</span>
        <PressText className={styles.open} onPress={onOpen}>
          {words.open(all.length)}
        </PressText>
      </div>
      <ul className={styles.rows} aria-label={words.rows}>
        {all.slice(0, mostRows).map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} drawing={drawing} />
        ))}
      </ul>
      {due.slice(0, mostRows).map((delivery) => (
        <Due key={delivery.id} execution={execution} delivery={delivery} nowMs={nowMs} />
      ))}
    </>
  );
}

function DeliveryRow({ delivery, drawing }: { delivery: ShownDelivery; drawing: Drawing }) {
  const { host, url, status, attemptCount, maxAttempts } = delivery;
  const last = delivery.tries.at(-1);
  const isDone = status === 'success' || status === 'error';
  const answer =
    last === undefined
      ? undefined
      : last.status === null
        ? words.noAnswer
        : words.answered(last.status, durationText(last.durationMs));
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <StatusLabel status={status} isIconOnly />
        <span className={styles.host} title={url}>
          {host}
        </span>
        <span className={styles.tries}>
          {isDone ? words.tries(attemptCount) : words.triesOf(attemptCount, maxAttempts)}
        </span>
      </span>
      <Bars
        {...drawn(drawing)}
        segments={deliverySegments(delivery)}
        label={isDone ? answer : undefined}
        isFailed={status === 'error'}
      />
    </li>
  );
}

interface DueProps {
  execution: ShownExecution;
  delivery: ShownDelivery;
  nowMs: number;
}

function Due({ execution, delivery, nowMs }: DueProps) {
  const leftMs = (delivery.nextDueMs ?? 0) - nowMs;
  const left = durationText(Math.ceil(leftMs / 1_000) * 1_000);
  return (
    <div className={styles.due}>
      <StatusLabel status="retrying" isIconOnly />
      <span className={styles.next}>
        {leftMs > 0 ? words.nextTry(delivery.host, left) : words.nextTryNow(delivery.host)}
      </span>
      <SendAgain workspaceId={execution.workspaceId} delivery={delivery} />
    </div>
  );
}
