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
} as const;
