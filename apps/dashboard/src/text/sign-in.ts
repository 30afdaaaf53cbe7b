export const signInText = {
  title: 'Sign in',
  key: 'API key',
  keyHint: 'A key of a workspace or of a member. npm start writes one to .data/credentials.json.',
  submit: 'Sign in',
  wrongKey: 'This key is unknown, has ended or was revoked.',
  wrongLink: 'This link was used already, or has ended. Ask an owner for a new one.',
  withLink: 'Signing in with the link',
  oidc: (name: string) => `Sign in with ${name}`,
  needsKey: 'Paste a key.',
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
