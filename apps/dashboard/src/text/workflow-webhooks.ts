/** Words of the panel with the subscriptions of one workflow. */
const list = (names: readonly string[]): string => names.join(', ');

export const workflowWebhooksText = {
  title: 'Webhooks of this workflow',
  atOnce: 'Applies at once, not with Deploy',
  add: 'Add',
  subscriptions: 'Subscriptions',
  none: 'No receiver is told when this workflow ends. Add one, and it gets a signed POST.',
  newOne: 'New subscription',
  ofWorkspace: 'Workspace-wide, changed in',
  webhooks: 'Webhooks',
  locked: 'Workspace-wide',
  told: (levels: readonly string[], triggers: readonly string[]) => {
    const allLevels = levels.length === 2;
    const allTriggers = triggers.length === 5;
    if (allLevels && allTriggers) return 'everything';
    return `${list(levels)} from ${allTriggers ? 'every trigger' : list(triggers)}`;
  },
  lastOnes: (count: number) => (count === 1 ? 'The last delivery' : `The last ${count} deliveries`),
  form: (url: string) => (url === '' ? 'The new subscription' : `Subscription of ${url}`),
  sample: 'What it gets',
  sampleOf: (isReal: boolean) =>
    isReal ? 'Of the last execution' : 'Made up: nothing has run yet',
  lines: (added: number, removed: number) =>
    [
      ...(added > 0 ? [`+ ${added} ${added === 1 ? 'line' : 'lines'}`] : []),
      ...(removed > 0 ? [`− ${removed} ${removed === 1 ? 'line' : 'lines'}`] : []),
    ].join(', ') + (added + removed > 0 ? ' from your ticks' : ''),
  moreLines: (count: number) => `${count.toLocaleString('en')} lines more`,
  added: 'added',
  removed: 'removed',
  test: 'Test',
  sendTest: 'Send a test',
  testMarked: 'Sent just now, marked as a test',
  answered: (status: number, took: string) => `${status} in ${took}`,
  noAnswer: (code: string, took: string) => `No answer: ${code} after ${took}`,
  saveFirst: 'Save first: a test goes to what is saved',
  deliveries: 'Last deliveries',
  noCode: 'No answer',
  allDeliveries: 'All',
  noDeliveries: 'Nothing was sent yet.',
  tried: (count: number) => (count === 1 ? 'One attempt' : `${count} attempts`),
  remove: 'Delete',
  removeAsk: (url: string) => `Delete the subscription of ${url}?`,
  removeConsequence: 'Nothing is sent any more. Its deliveries stay in the ledger.',
  keep: 'Keep it',
  notSaved: (count: number) => (count === 1 ? '1 edit not saved' : `${count} edits not saved`),
  allSaved: 'All saved',
  discard: 'Discard',
  save: 'Save',
  make: 'Add subscription',
  saved: 'Saved: it applies from now on',
  failed: 'It was not saved',
  needsEditor: 'Changing subscriptions needs the role editor',
} as const;
