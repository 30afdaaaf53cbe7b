/** Words of the panel that deploys a draft. */
export const deployText = {
  title: (version: number | null) => (version === null ? 'Deploy' : `Deploy version ${version}`),
  over: (version: number | null) =>
    version === null ? 'The first version' : `Over version ${version}`,
  first: 'Everything in it is new.',
  problems: (count: number) =>
    count === 1
      ? 'One problem keeps it from being deployed'
      : `${count} problems keep it from being deployed`,
  hasProblems: 'Solve the problems first',
  warnings: (count: number) => (count === 1 ? 'One warning' : `${count} warnings`),
  show: (block: string) => `Show ${block}`,
  failing: (failing: number, all: number, name: string) =>
    `${failing} of ${all} ${failing === 1 ? 'tests fails' : 'tests fail'}: ${name}`,
  openRun: 'Open the run',
  runTests: 'Run tests again',
  note: 'Note',
  noteHint: 'Shown in Versions',
  cancel: 'Cancel',
  deploy: (failing: number) => (failing === 0 ? 'Deploy' : `Deploy with ${failing} failing`),
  same: 'The draft is what runs',
  sameAs: (version: number | null) => `Same as version ${version ?? 0}`,
  nothing: 'There is nothing to deploy.',
  needsEditor: 'Deploying needs the role editor',
  deployed: (version: number) => `Version ${version} is deployed`,
  stale: 'Someone saved this workflow meanwhile',
  staleDetail: (who: string | null, revision: number) =>
    `${who ?? 'Somebody'} made revision ${revision}. Read it, look at what it changes, and deploy then.`,
  readAgain: 'Read what they saved',
  refusedProblems: 'The draft was not deployed',
  failed: 'The draft was not deployed',
  tryAgain: 'Try again',
} as const;
