import { absoluteText, costText, countText } from '../../../core/format/format.js';
import type { LogDetail } from '../../../data/log.queries.js';
import { executionPeekText as words } from '../../../text/execution-peek.js';
import { KeyValues } from '../../../ui/key-values.js';

export function PeekFacts({ log }: { log: LogDetail }) {
  const { workflow, trigger, cost, startedAt, endedAt, executionId } = log;
  const tokens = cost.tokens.total;
  return (
    <section>
      <KeyValues
        items={[
          ...(workflow.deleted ? [{ term: words.workflow, value: words.deleted }] : []),
          { term: words.trigger, value: trigger },
          { term: words.started, value: absoluteText(startedAt) },
          { term: words.ended, value: endedAt === null ? words.notEnded : absoluteText(endedAt) },
          ...(cost.total > 0 ? [{ term: words.cost, value: costText(cost.total) }] : []),
          ...(tokens > 0 ? [{ term: words.tokens, value: countText(tokens) }] : []),
          { term: words.id, value: executionId },
        ]}
      />
    </section>
  );
}
