/** What the executions list shows, as a value: in the URL, in the filter field, for the API. */
import { id, instant, oneOf, search, someOf, text } from '../search/search.js';
import { executionStatuses, type ExecutionStatus } from '../status/status.js';

export const triggers = ['api', 'webhook', 'schedule', 'manual', 'chat'] as const;
type Trigger = (typeof triggers)[number];

export interface ExecutionFilter {
  readonly q: string;
  /** One of these; empty: any. */
  readonly status: readonly ExecutionStatus[];
  /** Name or id. */
  readonly workflow: string;
  readonly trigger: Trigger | null;
  readonly from: string | null;
  readonly to: string | null;
}

export const maxTextLength = 500;

export const executionSearch = search({
  q: text(maxTextLength),
  status: someOf(executionStatuses),
  workflow: text(200),
  trigger: oneOf(triggers),
  from: instant(),
  to: instant(),
});

/** The log that is open beside the list. */
export const peekSearch = search({ peek: id() });

export const noFilter: ExecutionFilter = executionSearch.parse({});

export const isFiltered = (filter: ExecutionFilter): boolean =>
  Object.keys(executionSearch.format(filter)).length > 0;

const inUtc = (value: string): string => new Date(value).toISOString();

/** Parameters of `listLogs`. A workflow is asked for by its id. */
export const logParameters = (
  workspaceId: string,
  filter: ExecutionFilter,
  workflowId: string | null,
) => ({
  workspaceId,
  limit: '100',
  details: 'full' as const,
  ...(filter.q !== '' && { search: filter.q }),
  ...(filter.status.length > 0 && { status: filter.status.join(',') }),
  ...(filter.trigger !== null && { triggers: filter.trigger }),
  ...(filter.from !== null && { startDate: inUtc(filter.from) }),
  ...(filter.to !== null && { endDate: inUtc(filter.to) }),
  ...(workflowId !== null && { workflowIds: workflowId }),
});
