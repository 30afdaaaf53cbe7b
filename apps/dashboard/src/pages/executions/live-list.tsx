import { useState } from 'react';
import { logFilter } from '../../core/filter/execution-filter.js';
import type { FilterValues } from '../../core/filter-language/filter-language.js';
import { executionsText as words } from '../../text/executions.js';
import { Button } from '../../ui/button.js';
import { ExecutionList } from './execution-list.js';
import styles from './executions-page.module.css';
import { useLiveRows } from './use-live-rows.js';

export interface LiveListProps {
  workspaceId: string;
  values: FilterValues;
  workflowId: string | null;
  onClear: () => void;
  peeked: string | null;
  onPeek: (logId: string | null) => void;
}

/** The list of one filter, and how many rows are new in it. */
export function LiveList({ workspaceId, values, workflowId, ...props }: LiveListProps) {
  // "The last hour" is that before the list was opened, so that its pages fit together.
  const [openedMs] = useState(() => Date.now());
  const filter = logFilter(values, workflowId, openedMs);
  const { freshCount, readAgain } = useLiveRows({ workspaceId, values, filter, workflowId });
  return (
    <>
      {freshCount > 0 && (
        <div className={styles.fresh}>
          <Button tone="primary" aria-label={words.showNew(freshCount)} onPress={readAgain}>
            {words.newRows(freshCount)}
          </Button>
        </div>
      )}
      <ExecutionList {...props} workspaceId={workspaceId} values={values} filter={filter} />
    </>
  );
}
