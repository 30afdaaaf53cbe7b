/** What the execution answered. */
import { useQuery } from '@tanstack/react-query';
import { executionResult } from '../../../data/executions.queries.js';
import { Loaded } from '../../../parts/failure/loaded.js';
import { JsonViewer } from '../../../parts/json-viewer/json-viewer.js';
import { executionText } from '../../../text/execution.js';
import { EmptyState } from '../../../ui/empty-state.js';
import type { ShownExecution } from '../shown-execution.js';
import styles from './tabs.module.css';

const { output: words, tabs } = executionText;

export function OutputTab({ execution }: { execution: ShownExecution }) {
  const { workspaceId, head, ledger } = execution;
  const result = useQuery({
    ...executionResult(workspaceId, head.executionId),
    enabled: ledger.end !== null,
  });
  if (ledger.end === null) return <EmptyState title={words.none} detail={words.noneDetail} />;
  return (
    <Loaded query={result}>
      {({ data }) =>
        data.output === null ? (
          <EmptyState title={words.none} detail={words.noneDetail} />
        ) : (
          <div className={styles.page}>
            <JsonViewer
              title={tabs.output}
              text={JSON.stringify(data.output)}
              fileName={`${head.executionId}-output.json`}
            />
          </div>
        )
      }
    </Loaded>
  );
}
