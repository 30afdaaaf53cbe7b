/** Words of the page of subscriptions and their deliveries. */
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];
const ordinal = (number: number): string => ordinals[number - 1] ?? `${number}th`;

const states: Readonly<Record<string, string>> = {
  pending: 'Waiting for the next try',
  succeeded: 'Delivered',
  failed: 'Refused by the receiver',
  exhausted: 'Given up after the last try',
  suppressed: 'Kept while the subscription is off',
  dropped: 'Not sent',
};

/** How long a state lasts, of the time when it began: `3 min ago`. */
const lasting = (began: string): string =>
  began === 'now' ? 'just now' : `for ${began.replace(/ ago$/, '')}`;

const kept = (count: number): string => {
  if (count === 0) return 'Nothing was kept meanwhile.';
  const what = count === 1 ? '1 delivery is kept' : `${count} deliveries are kept`;
  return `${what}, and can be sent again.`;
};

export const webhooksText = {
  title: 'Webhooks',
  facts: (count: number, attempts: string) =>
    `${count === 1 ? '1 subscription' : `${count} subscriptions`}, ${attempts} attempts in 24 h`,
  add: 'Add subscription',
  more: 'Show more',
  needsEditor: 'Changing subscriptions needs the role editor',
  empty: 'Nobody is told yet',
  emptyDetail: 'A subscription sends a signed POST to a URL of yours when an execution completes.',
  columns: {
    receiver: 'Receiver',
    volume: 'Attempts, 24 h',
    succeeded: 'Succeeded',
    state: 'State',
  },
  volume: (total: number, failed: number) => `${total} attempts in 24 hours, ${failed} failed`,
  allWorkflows: 'All workflows',
  deletedWorkflow: 'A deleted workflow',
  since: lasting,
  heldBack: (count: number) => `${count} held back`,
  nothingSent: 'nothing sent yet',
  noAnswer: 'no answer',
  lastAnswer: (answer: string, when: string) => `${answer}, ${when}`,
  test: 'Send a test',
  testAnswered: (status: number, took: string) => `The receiver answered ${status} in ${took}`,
  testFailed: (code: string, took: string) => `No answer: ${code} after ${took}`,
  recover: 'Recover since',
  actions: 'Actions of the subscription',
  edit: 'Change',
  rotate: 'Rotate the secret',
  switchOff: 'Switch off',
  switchOn: 'Switch on',
  remove: 'Delete',
  keep: 'Keep it',
  ask: {
    rotate: (url: string) => `Rotate the secret of ${url}?`,
    off: (url: string) => `Switch off ${url}?`,
    on: (url: string) => `Switch on ${url}?`,
    delete: (url: string) => `Delete the subscription of ${url}?`,
  },
  consequence: {
    rotate: 'A new secret signs from now on, and is shown once. The old one signs too for a day.',
    off: 'Nothing is sent until it is switched on. What happens meanwhile is kept, and can be sent then.',
    delete: 'Nothing is sent any more. Its deliveries stay in the ledger.',
  },
  switchingOn: (suppressed: number) =>
    suppressed === 0
      ? 'Executions that end from now on are sent.'
      : `Executions that end from now on are sent, and the ${suppressed} kept deliveries too.`,
  verb: { rotate: 'Rotate', off: 'Switch off', on: 'Switch on', delete: 'Delete' },
  isDone: {
    rotate: 'The secret was rotated',
    off: 'Switched off',
    on: 'Switched on',
    delete: 'Deleted',
  },
  standing: {
    closed: 'Each execution that ends is told at once.',
    failing: (status: number | null, when: string) =>
      `The last attempt got ${status === null ? 'no answer' : status} ${when === 'now' ? 'just now' : when}. Nothing is held back: each delivery is tried again on its own.`,
    held: (since: string, heldBack: number, probe: string) =>
      `Held back ${lasting(since)}: several attempts in a row got no answer. ${heldBack === 1 ? '1 delivery waits' : `${heldBack} deliveries wait`}${probe === '' ? '' : `; one goes out as a probe ${probe}`}, and any answer lets the rest follow.`,
    off: (since: string, reason: string | null, suppressed: number) =>
      `Off${since === '' ? '' : ` ${lasting(since)}`}${reason === null ? '' : `: ${reason}`}. ${kept(suppressed)}`,
  },
  offReason: {
    TOO_MANY_EXHAUSTED: 'too many deliveries in a row were given up',
    SWITCHED_OFF: 'a person switched it off',
    GONE: 'the receiver answered 410 Gone',
  } as Readonly<Record<string, string>>,
  deliveries: 'Deliveries to it',
  noDeliveries: 'Nothing was sent yet. Send a test, or run a workflow.',
  noSuchDeliveries: 'There is none of this kind.',
  shownState: 'Which deliveries',
  shownStates: {
    all: 'All',
    pending: 'Waiting',
    failed: 'Refused',
    exhausted: 'Given up',
    suppressed: 'Kept while off',
    succeeded: 'Delivered',
  },
  showKept: (count: number) =>
    count === 1
      ? 'Show the kept delivery'
      : `Show the ${count.toLocaleString('en')} kept deliveries`,
  tried: ({ attemptCount, state }: { attemptCount: number; state: string }) =>
    `${attemptCount === 1 ? '1 attempt' : `${attemptCount} attempts`}, ${state}`,
  stateOf: (state: string, reason: string | null) =>
    `${states[state] ?? state}${reason === null ? '' : ` (${reason})`}`,
  delivery: 'Delivery',
  outcome: (state: string, attempts: number) =>
    state === 'succeeded' ? `Delivered on the ${ordinal(attempts)} try` : (states[state] ?? state),
  execution: (workflow: string, id: string) => `${workflow}, ${id}`,
  arrivedAfter: (duration: string) => `${duration} after the execution ended`,
  sameBytes: 'Same id and bytes on every try',
  redeliver: 'Redeliver',
  sendNow: 'Send now',
  isSentNow: 'It is sent now; its next attempts follow as planned',
  isRedelivered: 'The delivery is sent again',
  views: 'What was exchanged',
  request: 'Request',
  bodyShape: 'How the body is shown',
  bodyShapes: { formatted: 'Formatted', sent: 'As sent' },
  answer: 'Answer',
  notTried: 'Not tried yet',
  hidden: '(never shown)',
  attempts: (count: number) => (count === 1 ? 'One attempt' : `${count} attempts`),
  due: 'due',
  silent: 'Silent',
  atOnce: 'at once',
  verify: 'Verify this delivery',
  language: 'Language',
  languages: { node: 'Node', python: 'Python', go: 'Go' },
  verifyDetail: 'It prints the signature that the receiver got, from these bytes.',
  isRight: 'Computed by the server from these bytes and the secret of the subscription.',
  ownSecret: 'Compute it with a secret of your own, or compare what arrived',
  noBody: 'The bytes of this delivery are kept no longer.',
  secret: 'The signing secret, to compute it here',
  secretStays: 'It stays in this page, and is sent nowhere.',
  needsHttps:
    'Browsers compute signatures over https or on localhost only. Run the snippet instead.',
  typeSecret: 'Type the secret first',
  compute: 'Compute the signature',
  computed: 'service-signature by this secret',
  received: 'Check what the receiver got',
  receivedDetail:
    'The server compares it with what it sent, by its own copy of the secret, which it never shows.',
  receivedSignature: 'Signature header that arrived',
  receivedSignatureHint: 'service-signature or webhook-signature. Empty: as it was sent.',
  receivedBody: 'Body that arrived',
  receivedBodyHint: 'Empty: as it was sent.',
  check: 'Check',
  matches: 'The signature matches',
  matchesBy: {
    current: 'The secret that signs now made it.',
    replaced: 'A secret that was replaced since made it. It still signs beside the new one.',
  },
  differs: 'The signature does not match',
  difference: {
    format: 'The header holds no signature that can be read.',
    timestamp: 'It was signed at another time than this attempt.',
    body: 'The body is not the one that was sent.',
    secret: 'None of the secrets that sign now made it.',
    unsigned: 'Nothing was signed: the subscription has no secret, or nothing was sent yet.',
    gone: 'The body that was sent is kept no longer.',
  },
  differsAt: (byte: number) => `The first byte that differs is number ${byte + 1}.`,
  recoverTitle: (receiver: string) => `Recover ${receiver}`,
  recoverWhich: (host: string) => `Subscriptions of ${host}`,
  needsSubscriptions: 'Choose at least one subscription',
  sinceTime: 'Since',
  which: 'What is sent again',
  recoverable: {
    failed: 'Refused by the receiver',
    exhausted: 'Given up after the last try',
    suppressed: 'Kept while it was off',
    succeeded: 'Delivered already',
  },
  rate: 'At most, per second',
  rateHint: 'New deliveries go out beside these.',
  count: 'Count, send nothing',
  needsTime: 'Choose a time',
  needsStates: 'Choose at least one kind',
  nothingToSend: 'Nothing matches',
  sendAgain: (count: number) =>
    count === 1 ? 'Send 1 delivery again' : `Send ${count.toLocaleString('en')} deliveries again`,
  dryRun: (count: string) => `Dry run: ${count} would be sent again`,
  takes: (seconds: number) => `At this rate they take about ${seconds} s.`,
  whileOff:
    'It is off. Counting leaves it so; sending switches it on, and executions that end from then on are sent too.',
  switchOnAndSend: (count: number) =>
    count === 1
      ? 'Switch on, send 1 delivery again'
      : `Switch on, send ${count.toLocaleString('en')} deliveries again`,
  progress: {
    running: (done: string, all: string) => `${done} of ${all} sent again`,
    finished: (done: string) => (done === '1' ? '1 was sent again' : `${done} were sent again`),
    cancelled: (done: string, all: string) => `Stopped after ${done} of ${all}`,
  },
  stop: 'Stop',
  done: 'Done',
} as const;
