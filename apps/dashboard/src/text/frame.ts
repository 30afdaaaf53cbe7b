/** The frame around every page. */
export const frame = {
  navigation: 'Pages',
  skip: 'Skip to the page',
  workspace: 'Workspace',
  commands: 'Commands',
  account: 'Account',
  signOut: 'Sign out',
  keyOwner: 'Workspace key',
  theme: { label: 'Theme', system: 'System theme', light: 'Light theme', dark: 'Dark theme' },
  singleKeys: (isOn: boolean) => (isOn ? 'Switch single keys off' : 'Switch single keys on'),
  shortcuts: 'Keyboard shortcuts',
  noCommand: 'No command has this name.',
  findCommand: 'Find a command',
  goTo: (page: string) => `Go to ${page}`,
  connection: {
    live: 'Live',
    catchingUp: 'Connecting',
    offline: (since: string) => `Not live since ${since}`,
    ended: 'Signed out',
  },
  offlineBanner: (since: string) =>
    `The server has not answered since ${since}. What you see is from then.`,
  announced: (page: string) => `${page}, page loaded`,
  unknownWorkspace: 'You may not see this workspace',
  unknownWorkspaceDetail: 'Choose one of yours.',
  notFound: 'There is no page at this address',
  toExecutions: 'Go to executions',
} as const;
