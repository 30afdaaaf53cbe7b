export const signInText = {
  title: 'Sign in to Flowledger',
  lead: 'Use an API key, or open the sign-in link that you were sent.',
  or: 'or',
  key: 'API key',
  keyStart: 'fl_…',
  firstTime: {
    before: 'First time here? Open the link that ',
    start: 'npm start',
    between: ' printed, or run ',
    command: 'npm run sign-in -- you@example.com',
    after: ' on the host.',
  },
  submit: 'Sign in',
  wrongKey: 'This key is unknown, has ended or was revoked.',
  wrongLink: 'This link was used already, or has ended. Ask an owner for a new one.',
  brokenLink: 'This link is not whole. Open all of it, or ask an owner for a new one.',
  withLink: 'Signing in with the link',
  oidc: (name: string) => `Sign in with ${name}`,
  needsKey: 'Paste a key.',
  tapeTitle: 'Every step, written down.',
  /** An example, in the order of one partition. */
  tape: [
    { offset: '48,213,899', event: 'BlockCompleted', what: 'Reserve stock', tone: 'quiet' },
    { offset: '48,213,900', event: 'BlockStarted', what: 'Charge card', tone: 'quiet' },
    {
      offset: '48,213,901',
      event: 'BlockAttemptFailed',
      what: '503, again in 5 s',
      tone: 'waiting',
    },
    { offset: '48,213,902', event: 'BlockCompleted', what: 'Charge card', tone: 'quiet' },
    { offset: '48,213,903', event: 'BlockStarted', what: 'Accept', tone: 'quiet' },
    { offset: '48,213,904', event: 'BlockCompleted', what: 'Accept', tone: 'quiet' },
    { offset: '48,213,905', event: 'ExecutionCompleted', what: 'Order intake', tone: 'success' },
    { offset: '48,213,906', event: 'ExecutionRequested', what: 'Ticket triage', tone: 'quiet' },
    { offset: '48,213,907', event: 'ExecutionStarted', what: 'Ticket triage', tone: 'quiet' },
  ],
  refusedByProvider: {
    expired: 'The sign-in took too long, or was begun in another tab. Begin again.',
    denied: 'The provider did not sign you in.',
    unverified_email:
      'The provider has not verified your e-mail address. Verify it there, then begin again.',
    unknown_email:
      'No member of a workspace here has your e-mail address. Ask an owner to add you.',
    no_role: 'The provider gives you no role here. Ask who manages your login.',
    provider_unavailable:
      'The provider does not answer, or is not set up correctly. Try again later.',
    failed: 'The provider sent an answer that does not fit. Begin again.',
    too_many: 'Too many sign-ins failed from your address. Begin again in a minute.',
  },
} as const;
