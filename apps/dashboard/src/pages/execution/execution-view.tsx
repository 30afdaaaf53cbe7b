import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { logFilter, valuesIn } from '../../core/filter/execution-filter.js';
import { paths } from '../../core/paths/paths.js';
import { neighboursOf } from '../../data/neighbours.queries.js';
import type { RunState } from '../../data/run/run.js';
import { useEarlierRun } from '../../data/run/use-run.js';
import { executionText as words } from '../../text/execution.js';
import { Tabs } from '../../ui/tabs.js';
import { crumbsOf } from './crumbs.js';
import { useDeliveries } from './deliveries/use-deliveries.js';
import { HeaderActions } from './header/header-actions.js';
import { HeaderFacts } from './header/header-facts.js';
import { rowsAround } from './model/chosen.js';
import { tabs, tabOf } from './model/execution-search.js';
import { nextError } from './model/next-error.js';
import { readOpenness, withPath, writeOpenness } from './model/openness.js';
import { firstChoice, shownExecution } from './shown-execution.js';
import { TabContent } from './tabs/tab-content.js';
import { useExecutionSearch } from './use-execution-search.js';
import { VerdictLine } from './verdict/verdict-line.js';
import { useActionsHere } from '../../parts/actions/actions-here.js';
import { Page } from '../../parts/page/page.js';
import { useNow } from '../../parts/time/use-now.js';

export type ExecutionViewProps = Omit<Extract<RunState, { kind: 'ready' }>, 'kind'> & {
  workspaceId: string;
};

export function ExecutionView({ workspaceId, head, ledger, clockMs }: ExecutionViewProps) {
  const navigate = useNavigate();
  const { search, change } = useExecutionSearch();
  const execution = shownExecution(workspaceId, head, ledger, useEarlierRun(workspaceId, head));
  const deliveries = useDeliveries(execution);
  const due = deliveries.all.filter(({ nextDueMs }) => nextDueMs !== null).length;
  const nowMs = useNow(1_000, ledger.end === null || due > 0) + clockMs;
  const neighbours = useQuery(
    neighboursOf(workspaceId, head, listFilter(search.list, head, nowMs)),
  );
  const chosen = search.span === '' ? firstChoice(execution) : search.span;
  const choose = (key: string): void => {
    const openness = withPath(readOpenness(search.open), rowsAround(key));
    change({ span: key, open: writeOpenness(openness) });
  };
  const open = (executionId: string): void =>
    void navigate({
      to: paths.execution(workspaceId, executionId),
      search: search.list === '' ? {} : { list: search.list },
    });
  const { newer = null, older = null } = neighbours.data ?? {};
  const error = nextError(ledger, chosen);
  const { header, trace } = words;
  useActionsHere([
    {
      ...{ id: 'newer', label: header.previous, keys: '[' },
      disabledReason: newer === null ? header.noPrevious : null,
      run: () => newer !== null && open(newer),
    },
    {
      ...{ id: 'older', label: header.next, keys: ']' },
      disabledReason: older === null ? header.noNext : null,
      run: () => older !== null && open(older),
    },
    {
      ...{ id: 'error', label: trace.firstError, keys: 'e' },
      disabledReason: error === null ? trace.noErrors : null,
      run: () => error !== null && choose(error),
    },
  ]);
  return (
    <Page
      body="fill"
      title={head.workflow.name}
      crumbs={crumbsOf(workspaceId, search.list)}
      facts={<HeaderFacts executionId={head.executionId} />}
      actions={
        <HeaderActions execution={execution} neighbours={neighbours.data ?? null} onOpen={open} />
      }
    >
      <VerdictLine
        execution={execution}
        nowMs={nowMs}
        onChoose={choose}
        onShowEvents={() => change({ tab: 'events' })}
      />
      <Tabs
        label={words.tabsLabel}
        tabs={tabs.map((id) => ({
          id,
          label: words.tabs[id],
          ...(id === 'deliveries' &&
            deliveries.all.length > 0 && {
              count: String(deliveries.all.length),
              ...(due > 0 && { badge: words.due(due) }),
            }),
        }))}
        chosen={search.tab ?? 'trace'}
        onChoose={(id) => change({ tab: tabOf(id) })}
      >
        <TabContent
          {...{ execution, deliveries, search, change, chosen, nowMs }}
          onChoose={choose}
        />
      </Tabs>
    </Page>
  );
}

/** The filter of the list that led here. Its workflow is that of this execution. */
function listFilter(list: string, { workflow }: { workflow: { id: string } }, nowMs: number) {
  const values = valuesIn(Object.fromEntries(new URLSearchParams(list)));
  const workflowId = values['workflow'] === undefined ? null : workflow.id;
  return logFilter(values, workflowId, nowMs);
}
