/** Where the ledger has what this panel shows: proof, not a rendering. */
import type { Span } from '../../../core/execution/execution-ledger.js';
import { countText } from '../../../core/format/format.js';
import { executionText } from '../../../text/execution.js';
import { KeyValues } from '../../../ui/key-values.js';
import { SideSection } from '../../../ui/side-panel.js';
import type { ShownExecution } from '../shown-execution.js';

const { span: words } = executionText;

export interface LedgerProps {
  execution: ShownExecution;
  span: Span;
  tryNumber: number;
}

export function Ledger({ execution, span, tryNumber }: LedgerProps) {
  const { topic, partition } = execution.head.ledger;
  const failed = span.failedTries.find(({ attemptNumber }) => attemptNumber === tryNumber);
  const offset = failed === undefined ? span.offset : failed.offset;
  if (offset === null) return null;
  const event =
    failed !== undefined
      ? 'BlockAttemptFailed'
      : span.endMs === null
        ? 'BlockStarted'
        : 'BlockCompleted';
  return (
    <SideSection title={words.ledger}>
      <KeyValues
        items={[
          { term: words.event, value: <code>{event}</code> },
          { term: words.topic, value: <code>{topic}</code> },
          { term: words.partition, value: <code>{partition}</code> },
          { term: words.offset, value: <code>{countText(offset)}</code> },
        ]}
      />
    </SideSection>
  );
}
