/** Words of the filter field, which every list has. */
export const filterText = {
  placeholder: 'Filter, or search for words',
  suggestions: 'Suggestions',
  parts: 'Filter by',
  valueOf: (key: string) => `${key.charAt(0).toUpperCase()}${key.slice(1)} is`,
  enter: 'Enter',
  comma: ',',
  add: 'add',
  addAnother: 'add another',
  edit: (key: string, value: string) => `Change the filter ${key} ${value}`,
  remove: (key: string, value: string) => `Remove the filter ${key} ${value}`,
  clear: 'Clear the filter',
  problem: {
    unknownKey: (token: string, allowed: string) =>
      `"${token}" is not a part of a filter. These are: ${allowed}. Put it in quotes to search for it.`,
    badValue: (token: string, allowed: string) =>
      allowed === '' ? `"${token}" has no value.` : `"${token}" can be: ${allowed}.`,
    twice: (token: string) => `"${token}" is there twice. One is enough.`,
    tooLong: (token: string) =>
      `"${token}" is too long to search for. Use 500 characters or fewer.`,
  },
  /** By key. */
  hint: {
    status: 'Failed, Running, Waiting …',
    workflow: 'by name',
    trigger: 'webhook, schedule, api …',
    duration: 'slower or faster than, such as >5s',
    cost: 'more or less than, such as >0.01',
    model: 'used this model',
    version: 'ran this version',
    from: 'started at or after',
    to: 'started at or before',
    draft: 'runs of drafts: yes or no',
    group: 'failed alike',
  } as Readonly<Record<string, string>>,
} as const;
