/** Words of the comparison of versions: the page Versions, Deploy and the marks on a canvas. */
interface ScheduleTimes {
  readonly cron: string | null;
  readonly everySeconds: number | null;
  readonly timezone: string;
}

const list = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(names);

const mark = { added: 'Added', removed: 'Removed', changed: 'Changed', moved: 'Moved' } as const;

const timesText = ({ cron, everySeconds, timezone }: ScheduleTimes): string =>
  everySeconds === null ? `${cron ?? 'no time'}, ${timezone}` : `every ${everySeconds} s`;

const triggers: Readonly<Record<string, string>> = {
  webhook: 'its URL',
  api_trigger: 'the API',
  manual: 'a person',
  chat: 'a chat',
  schedule: 'its schedule',
};
const startedBy = (trigger: string | null): string =>
  trigger === null ? 'nothing' : (triggers[trigger] ?? trigger);

export const versionText = {
  mark,
  markOf: (kind: keyof typeof mark, count: number) => `${mark[kind]} ${count}`,
  title: 'Versions',
  all: 'Workflows',
  draft: 'Draft',
  version: (version: number) => `Version ${version}`,
  live: 'Live',
  noVersions: 'Each deployment becomes a version. There is none yet.',
  kept: 'A version never changes. Every execution keeps the one it started with.',
  compareFrom: (name: string) => `Compare from ${name}`,
  compareTo: (name: string) => `Compare to ${name}`,
  swap: 'Swap A and B',
  exportOf: (name: string) => `Export ${name}`,
  more: 'Show more',
  executions: 'Executions',
  byKey: 'An API key',
  someone: 'Someone who left',
  saved: 'Saved',
  sameAsDeployed: 'Same as what runs',
  changes: (count: number) => (count === 1 ? '1 change' : `${count} changes`),
  deployAgain: (version: number) => `Deploy version ${version} again`,
  deployedAgain: (version: number) => `Version ${version} is deployed`,
  isLive: 'This version runs already',
  needsEditor: 'Deploying and discarding need the role editor',
  discard: 'Discard draft',
  discarded: 'The draft is what runs again',
  discardAsk: (name: string) => `Discard the draft of ${name}?`,
  discardConsequence: (version: number) =>
    `Its blocks and fields become those of version ${version} again. What is deployed does not change.`,
  keepDraft: 'Keep the draft',
  againAsk: (version: number, name: string) => `Deploy version ${version} of ${name} again?`,
  againConsequence: (live: number | null) =>
    live === null
      ? 'Nothing runs now. New executions start with it at once; the draft stays as it is.'
      : `New executions start with it at once. Those of version ${live} that run now end on version ${live}; the draft stays as it is.`,
  keepLive: (live: number | null) => (live === null ? 'Cancel' : `Keep version ${live}`),
  wouldMean: (version: number) => `What running ${version} again would mean`,
  shown: 'Which version is drawn',
  a: 'A',
  b: 'B',
  both: 'Both',
  earlier: 'Previous difference',
  later: 'Next difference',
  place: (at: number, count: number) => (at === 0 ? `${count}` : `${at} of ${count}`),
  differ: (count: number) =>
    count === 0 ? 'No block differs' : count === 1 ? '1 block differs' : `${count} blocks differ`,
  side: 'What differs',
  views: 'How differences are shown',
  view: { fields: 'Fields', json: 'JSON' },
  jsonOf: (name: string) => `${name}, as JSON`,
  nothingDiffers: 'Nothing differs.',
  onlyOrder: 'Only the order of the blocks in the text differs.',
  edges: 'Edges',
  edge: (from: string, to: string, port: string | null) =>
    port === null ? `${from} → ${to}` : `${from} → ${to} (${port})`,
  definition: 'Workflow',
  stoodIn: 'stands in',
  noBody: 'no body',
  was: 'was',
  is: 'is',
  notDrawn: 'This definition can not be compared.',
  noticed: 'What callers notice',
  notice: {
    first: 'Its first deployment: callers can start it from now on',
    trigger: (before: string | null, after: string | null) =>
      `It is started by ${startedBy(after)} instead of ${startedBy(before)}`,
    urlStays: (path: string) => `The trigger URL …/${path} stays the same`,
    urlStarts: (path: string) => `The trigger URL …/${path} answers`,
    urlEnds: (path: string) => `The trigger URL …/${path} answers 404`,
    urlMoves: (before: string, after: string) =>
      `The trigger URL moves: …/${after} answers, …/${before} gives 404`,
    methodsAdded: (methods: readonly string[]) => `It takes ${list(methods)} too`,
    methodsRemoved: (methods: readonly string[]) => `${list(methods)} gets 405`,
    checks: 'The checks of its callers differ',
    scheduleStays: (times: ScheduleTimes) => `The schedule stays: ${timesText(times)}`,
    scheduleStarts: (times: ScheduleTimes) => `A schedule starts: ${timesText(times)}`,
    scheduleEnds: (times: ScheduleTimes) => `Its schedule ends: ${timesText(times)}`,
    scheduleMoves: (before: ScheduleTimes, after: ScheduleTimes) =>
      `The schedule becomes ${timesText(after)}, was ${timesText(before)}`,
    firstTime: 'First',
    status: (block: string, before: string, after: string) =>
      `${block} answers ${after} instead of ${before}`,
    answerAdds: (block: string, fields: readonly string[]) =>
      `The answer of ${block} has ${fields.length === 1 ? 'one field' : `${fields.length} fields`} more: ${list(fields)}`,
    answerLoses: (block: string, fields: readonly string[]) =>
      `The answer of ${block} loses ${list(fields)}`,
    secret: (name: string) => `It reads {{${name}}}, which it did not before`,
  },
} as const;
