/** Words of what is done with one workflow. */
export const workflowText = {
  all: 'Workflows',
  version: (version: number) => `v${version}`,
  notDeployed: 'Not deployed',
  draftDiffers: 'Draft differs',
  paused: 'Paused',
  isDeployed: (version: number) => `Version ${version} is deployed`,
  more: 'More actions',
  run: 'Run',
  deploy: 'Deploy',
  pause: 'Pause',
  resume: 'Resume',
  undeploy: 'Undeploy',
  remove: 'Delete',
  isPaused: 'Paused: nothing new starts',
  isResumed: 'Resumed',
  needsEditor: 'Changing and running workflows needs the role editor',
  hasProblems: 'The draft has problems',
  keep: 'Keep it',
  ask: {
    undeploy: (name: string) => `Undeploy ${name}?`,
    delete: (name: string) => `Delete ${name}?`,
  },
  consequence: {
    undeploy:
      'Its trigger URL answers 404 and its schedule stops. Executions that run now go on; the draft and all versions stay.',
    delete:
      'Its trigger URL answers 404, its schedule and its subscriptions end. Executions that ended stay in the list.',
  },
  verb: { undeploy: 'Undeploy', delete: 'Delete' },
} as const;
