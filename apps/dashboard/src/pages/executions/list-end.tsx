/** What is below the last row: the end, a failure, or an honest word on how far was looked. */
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { absoluteText } from '../../core/format/format.js';
import type { ExecutionPages } from '../../data/executions.queries.js';
import { FailureNotice } from '../../parts/failure/failure-notice.js';
import { executionsText as words } from '../../text/executions.js';
import { Button } from '../../ui/button.js';
import styles from './executions-page.module.css';

export interface ListEndProps {
  list: UseInfiniteQueryResult<ExecutionPages>;
  lastStart: string | null;
}

export function ListEnd({ list, lastStart }: ListEndProps) {
  if (list.isFetchNextPageError)
    return <FailureNotice error={list.error} onRetry={() => void list.fetchNextPage()} />;
  if (!list.hasNextPage) return <p className={styles.end}>{words.end}</p>;
  return (
    <div className={styles.end}>
      <p role="status">
        {list.isFetchingNextPage
          ? words.lookingFurther
          : lastStart === null
            ? words.lookedNothing
            : words.lookedUpTo(absoluteText(lastStart))}
      </p>
      <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
        {words.lookFurther}
      </Button>
    </div>
  );
}
