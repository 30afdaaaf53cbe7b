/** The execution as the API has it, without payloads. */
import { JsonViewer } from '../../../parts/json-viewer/json-viewer.js';
import { executionText } from '../../../text/execution.js';
import { CodeBlock } from '../../../ui/code-block.js';
import type { ShownExecution } from '../shown-execution.js';
import styles from './tabs.module.css';

const { json: words } = executionText;

export function JsonTab({ execution: { head } }: { execution: ShownExecution }) {
  const { origin } = window.location;
  const curl = `curl -H "x-api-key: $FLOWLEDGER_KEY" ${origin}/api/v1/logs/executions/${head.executionId}`;
  return (
    <div className={styles.page}>
      <CodeBlock label={words.curl} text={curl} isWrapped />
      <JsonViewer
        title={words.label}
        text={JSON.stringify(head)}
        fileName={`${head.executionId}.json`}
      />
    </div>
  );
}
