/** The ledger itself: what was recorded of this execution, and where. */
import { useState } from 'react';
import { type LedgerEvent, ledgerEvents } from '../../../core/execution/ledger-events.js';
import { absoluteText, countText } from '../../../core/format/format.js';
import { executionText } from '../../../text/execution.js';
import { Button } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { PressText } from '../../../ui/press-text.js';
import { type Column, Rows } from '../../../ui/rows.js';
import type { ShownExecution } from '../shown-execution.js';
import styles from './tabs.module.css';

const { events: words } = executionText;
const eventsPerPage = 200;

export interface EventsTabProps {
  execution: ShownExecution;
  onChoose: (spanId: string) => void;
}

export function EventsTab({ execution: { head, ledger }, onChoose }: EventsTabProps) {
  const [shown, setShown] = useState(eventsPerPage);
  const events = ledgerEvents(ledger, head);
  if (events.length === 0) return <EmptyState title={words.none} detail={words.noneDetail} />;
  const { topic, partition } = head.ledger;
  return (
    <div className={styles.scroll}>
      <p className={styles.intro}>
        <code>{words.intro(topic, partition)}</code>
      </p>
      <Rows
        label={words.label}
        rows={events.slice(0, shown)}
        keyOf={({ offset, type }) => `${offset}${type}`}
        columns={columnsOf(onChoose)}
      />
      {events.length > shown && (
        <div className={styles.more}>
          <Button onPress={() => setShown(shown + eventsPerPage)}>
            {words.more(Math.min(eventsPerPage, events.length - shown))}
          </Button>
        </div>
      )}
    </div>
  );
}

const columnsOf = (onChoose: (spanId: string) => void): readonly Column<LedgerEvent>[] => [
  {
    id: 'offset',
    title: words.columns.position,
    align: 'end',
    cell: ({ offset }) => <code>{countText(offset)}</code>,
  },
  {
    id: 'at',
    title: words.columns.at,
    cell: ({ atMs }) => absoluteText(new Date(atMs).toISOString()),
  },
  { id: 'event', title: words.columns.event, cell: ({ type }) => <code>{type}</code> },
  {
    id: 'block',
    title: words.columns.block,
    cell: ({ spanId, name }) =>
      spanId === null ? (
        name
      ) : (
        <PressText className={styles.block} onPress={() => onChoose(spanId)}>
          {name}
        </PressText>
      ),
  },
  { id: 'detail', title: words.columns.detail, cell: ({ detail }) => detail },
];
