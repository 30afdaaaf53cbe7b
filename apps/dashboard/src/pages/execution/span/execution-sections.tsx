import { absoluteText, costText, countText, durationText } from '../../../core/format/format.js';
import { StatusLabel } from '../../../parts/status-label/status-label.js';
import { executionText } from '../../../text/execution.js';
import { KeyValues } from '../../../ui/key-values.js';
import { Notice } from '../../../ui/notice.js';
import { SideSection } from '../../../ui/side-panel.js';
import type { ShownExecution } from '../shown-execution.js';

const { span: words } = executionText;

export function ExecutionSections({ execution }: { execution: ShownExecution }) {
  const { head, ledger, status } = execution;
  const { cost } = head;
  const { end, startMs } = ledger;
  const ended = end === null ? null : new Date(end.endMs).toISOString();
  return (
    <>
      {end?.error != null && (
        <SideSection>
          <Notice tone="error" title={end.error.message} detail={end.error.code} />
        </SideSection>
      )}
      <SideSection title={words.facts}>
        <KeyValues
          items={[
            { term: words.status, value: <StatusLabel status={status} /> },
            { term: words.started, value: absoluteText(head.startedAt) },
            ...(ended === null ? [] : [{ term: words.ended, value: absoluteText(ended) }]),
            ...(end === null || startMs === null
              ? []
              : [{ term: words.took, value: durationText(end.endMs - startMs) }]),
            { term: words.blocks, value: countText(ledger.spans.size + head.spansOmitted) },
            ...(cost.total > 0 ? [{ term: words.cost, value: costText(cost.total) }] : []),
            ...(cost.tokens.total > 0
              ? [{ term: words.tokens, value: countText(cost.tokens.total) }]
              : []),
            { term: words.id, value: <code>{head.executionId}</code> },
          ]}
        />
      </SideSection>
    </>
  );
}
