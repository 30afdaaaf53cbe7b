import { blockLookOf } from '../../../core/block-look/block-look.js';
import type { Span } from '../../../core/execution/execution-ledger.js';
import { absoluteText, costText, countText, durationText } from '../../../core/format/format.js';
import { paths } from '../../../core/paths/paths.js';
import type { Payload } from '../../../data/spans.queries.js';
import { executionText } from '../../../text/execution.js';
import { AppLink } from '../../../ui/app-link.js';
import { KeyValues } from '../../../ui/key-values.js';
import { SideSection } from '../../../ui/side-panel.js';
import text from '../../../ui/text.module.css';
import { modelUse } from '../model/console-lines.js';
import type { ShownExecution } from '../shown-execution.js';

const { span: words } = executionText;

export interface BlockFactsProps {
  execution: ShownExecution;
  span: Span;
  output: Payload | null;
}

export function BlockFacts({ execution, span, output }: BlockFactsProps) {
  const { startMs, endMs, cost, tokens, ports, iteration, childId, blockType } = span;
  const use = blockType === 'agent' && output !== null ? modelUse(output) : null;
  const started = Number.isFinite(startMs) ? absoluteText(new Date(startMs).toISOString()) : '';
  return (
    <SideSection title={words.facts}>
      <KeyValues
        items={[
          { term: words.type, value: blockLookOf(blockType).title },
          { term: words.started, value: started },
          ...(endMs === null ? [] : [{ term: words.took, value: durationText(endMs - startMs) }]),
          ...(ports.length > 0 ? [{ term: words.ports, value: ports.join(', ') }] : []),
          ...(iteration === '' ? [] : [{ term: words.iteration, value: iteration }]),
          ...(cost > 0 ? [{ term: words.cost, value: costText(cost) }] : []),
          ...(use === null ? [] : [{ term: words.model, value: use.model }]),
          ...(tokens > 0 ? [{ term: words.tokens, value: countText(tokens) }] : []),
          ...(childId === null
            ? []
            : [
                {
                  term: words.child,
                  value: (
                    <AppLink
                      className={text.link}
                      href={paths.execution(execution.workspaceId, childId)}
                    >
                      {words.openChild}
                    </AppLink>
                  ),
                },
              ]),
        ]}
      />
    </SideSection>
  );
}
