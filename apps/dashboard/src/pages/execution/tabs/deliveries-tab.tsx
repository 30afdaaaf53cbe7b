/** Who was told, what they answered, and when the next try is due. */
import { pipsOf } from '../../../core/delivery/pips.js';
import { relativeText } from '../../../core/format/format.js';
import { AttemptPips } from '../../../parts/attempt-pips/attempt-pips.js';
import { FailureNotice } from '../../../parts/failure/failure-notice.js';
import { StatusLabel } from '../../../parts/status-label/status-label.js';
import { executionText } from '../../../text/execution.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { type Column, Rows } from '../../../ui/rows.js';
import type { Deliveries } from '../deliveries/use-deliveries.js';
import type { ShownDelivery } from '../model/shown-delivery.js';
import type { ShownExecution } from '../shown-execution.js';
import { SendAgain } from '../deliveries/send-again.js';
import styles from './tabs.module.css';

const { deliveries: words } = executionText;

export interface DeliveriesTabProps {
  execution: ShownExecution;
  deliveries: Deliveries;
  nowMs: number;
}

export function DeliveriesTab({ execution, deliveries, nowMs }: DeliveriesTabProps) {
  const { all, error } = deliveries;
  if (error !== null) return <FailureNotice error={error} />;
  if (all.length === 0)
    return execution.ledger.end === null ? (
      <EmptyState title={words.notYet} />
    ) : (
      <EmptyState title={words.none} detail={words.noneDetail} />
    );
  return (
    <div className={styles.scroll}>
      <Rows
        label={words.title}
        rows={all}
        keyOf={({ id }) => id}
        columns={columnsOf(execution.workspaceId, nowMs)}
      />
    </div>
  );
}

const columnsOf = (workspaceId: string, nowMs: number): readonly Column<ShownDelivery>[] => [
  {
    id: 'state',
    title: words.columns.state,
    cell: ({ status, state }) => (
      <StatusLabel status={status} word={words.states[state] ?? state} />
    ),
  },
  { id: 'receiver', title: words.columns.receiver, cell: ({ url }) => <code>{url}</code> },
  {
    id: 'tries',
    title: words.columns.tries,
    cell: (delivery) => (
      <AttemptPips
        attempts={pipsOf({ ...delivery, nextDueAt: dueAt(delivery) })}
        label={words.triesOf(delivery.attemptCount, delivery.maxAttempts)}
      />
    ),
  },
  { id: 'last', title: words.columns.last, cell: lastAnswer },
  {
    id: 'at',
    title: words.columns.at,
    cell: (delivery) => {
      const at = dueAt(delivery);
      return at === null ? '' : words.due(relativeText(at, nowMs));
    },
  },
  {
    id: 'send',
    title: words.columns.actions,
    align: 'end',
    cell: (delivery) => <SendAgain workspaceId={workspaceId} delivery={delivery} />,
  },
];

const dueAt = ({ nextDueMs }: ShownDelivery): string | null =>
  nextDueMs === null ? null : new Date(nextDueMs).toISOString();

function lastAnswer({ lastStatus, lastErrorCode, reason }: ShownDelivery): string {
  if (lastStatus !== null) return String(lastStatus);
  return lastErrorCode ?? reason ?? '';
}
