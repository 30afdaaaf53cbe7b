export const executionsText = {
  title: 'Executions',
  filter: 'Filter',
  filterHint:
    'status:error,cancelled workflow:"Order intake" trigger:webhook from:2026-01-31 and words',
  apply: 'Filter',
  clear: 'Clear the filter',
  clearOne: (part: string) => `Remove ${part}`,
  statuses: (chosen: readonly string[]) => (chosen.length === 0 ? 'any' : chosen.join(', ')),
  problem: {
    unknownKey: (token: string, allowed: string) =>
      `"${token}" is not a part of a filter. These are: ${allowed}. Put it in quotes to search for it.`,
    badValue: (token: string, allowed: string) =>
      allowed === '' ? `"${token}" has no value.` : `"${token}" can be: ${allowed}.`,
    twice: (token: string) => `"${token}" is there twice. One is enough.`,
    tooLong: (token: string) =>
      `"${token}" is too long to search for. Use 500 characters or fewer.`,
    noWorkflow: (name: string) => `No workflow is named "${name}".`,
  },
  columns: {
    status: 'Status',
    workflow: 'Workflow',
    trigger: 'Trigger',
    started: 'Started',
    duration: 'Duration',
    cost: 'Cost',
    error: 'Error',
  },
  draft: 'draft',
  newRows: (count: number) => (count === 1 ? '1 new' : `${count} new`),
  showNew: (count: number) =>
    count === 1 ? '1 new execution: show it' : `${count} new executions: show them`,
  empty: 'No execution yet',
  emptyDetail: 'Each run of a workflow is listed here, as soon as it starts.',
  runDemo: 'Run the demo',
  noMatch: 'No execution matches this filter',
  lookedFrom: (from: string, to: string) => `Looked from ${from} to ${to}.`,
  lookedUpTo: (at: string) => `Looked up to ${at}.`,
  lookedNothing: 'Nothing found in what was looked through so far. There is more.',
  lookFurther: 'Look further',
  lookingFurther: 'Looking further',
  stop: 'Stop',
  end: 'These are all.',
  atBlock: (code: string, block: string | null) => (block === null ? code : `${code} in ${block}`),
} as const;
