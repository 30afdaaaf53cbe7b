/** Words of the list of workflows. */
export const workflowsText = {
  title: 'Workflows',
  find: 'Find a workflow by its name',
  empty: 'No workflow yet',
  emptyDetail: 'Run the demo, or make one from an example, an import or a curl command.',
  toStart: 'Open Start',
  noMatch: (name: string) => `No workflow is named like "${name}"`,
  columns: {
    name: 'Workflow',
    trigger: 'Trigger',
    version: 'Version',
    last: 'Last execution',
    runs: 'Ended, 24 h',
    failed: 'Failed',
    slow: 'Slow (p95)',
  },
  noTrigger: 'none',
  triggers: {
    webhook: 'webhook',
    api: 'api',
    manual: 'manual',
    chat: 'chat',
    schedule: 'schedule',
  },
  version: (version: number) => `v${version}`,
  notDeployed: 'Not deployed',
  paused: 'Paused',
} as const;
