/** What the code of a function block wrote. */
import type { Span } from '../../../core/execution/execution-ledger.js';
import type { Payload } from '../../../data/spans.queries.js';
import { executionText } from '../../../text/execution.js';
import { CodeBlock } from '../../../ui/code-block.js';
import { SideSection } from '../../../ui/side-panel.js';
import { consoleLines } from '../model/console-lines.js';

const { span: words } = executionText;

export function ConsoleSection({ span, output }: { span: Span; output: Payload | null }) {
  const lines = span.blockType === 'function' && output !== null ? consoleLines(output) : [];
  if (lines.length === 0) return null;
  return (
    <SideSection title={words.console}>
      <CodeBlock label={words.console} text={lines.join('\n')} isWrapped hasCopy={false} />
    </SideSection>
  );
}
