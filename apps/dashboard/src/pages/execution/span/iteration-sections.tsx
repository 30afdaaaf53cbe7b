import type { Span } from '../../../core/execution/execution-ledger.js';
import type { Iteration } from '../../../core/execution/execution-tree.js';
import { absoluteText, durationText } from '../../../core/format/format.js';
import { StatusLabel } from '../../../parts/status-label/status-label.js';
import { executionText } from '../../../text/execution.js';
import { KeyValues } from '../../../ui/key-values.js';
import { SideSection } from '../../../ui/side-panel.js';

const { span: words } = executionText;

export interface IterationSectionsProps {
  iteration: Iteration;
  container: Span;
}

export function IterationSections({ iteration, container }: IterationSectionsProps) {
  const { id, status, startMs, endMs } = iteration;
  return (
    <SideSection title={words.facts}>
      <KeyValues
        items={[
          { term: words.status, value: <StatusLabel status={status} /> },
          { term: words.block, value: container.name },
          { term: words.iteration, value: id },
          { term: words.started, value: absoluteText(new Date(startMs).toISOString()) },
          ...(endMs === null ? [] : [{ term: words.took, value: durationText(endMs - startMs) }]),
        ]}
      />
    </SideSection>
  );
}
