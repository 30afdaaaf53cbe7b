/** Every address of the dashboard. */
const under = (workspaceId: string, page: string): string =>
  `/w/${encodeURIComponent(workspaceId)}/${page}`;

export const paths = {
  signIn: () => '/sign-in',
  /** Leaves the dashboard, for a provider. */
  signInWith: (providerId: string, next: string | null = null) =>
    `/auth/oidc/${encodeURIComponent(providerId)}/start${next === null ? '' : `?next=${encodeURIComponent(next)}`}`,
  start: (workspaceId: string) => under(workspaceId, 'start'),
  workflows: (workspaceId: string) => under(workspaceId, 'workflows'),
  /** The editor. */
  workflow: (workspaceId: string, workflowId: string) =>
    under(workspaceId, `workflows/${encodeURIComponent(workflowId)}`),
  executions: (workspaceId: string) => under(workspaceId, 'executions'),
  execution: (workspaceId: string, executionId: string) =>
    under(workspaceId, `executions/${encodeURIComponent(executionId)}`),
  webhooks: (workspaceId: string) => under(workspaceId, 'webhooks'),
  keys: (workspaceId: string) => under(workspaceId, 'settings/keys'),
  sessions: (workspaceId: string) => under(workspaceId, 'settings/sessions'),
  about: (workspaceId: string) => under(workspaceId, 'settings/about'),
} as const;

/** Of someone who has just come: the first things to do, otherwise what happens. */
export const homePath = ({
  id,
  onboardingOpen,
}: {
  readonly id: string;
  readonly onboardingOpen: boolean;
}): string => (onboardingOpen ? paths.start(id) : paths.executions(id));

const somewhere = 'https://flowledger.invalid';

/**
 * Where to go after signing in. Only a path of this origin: `next` comes from the address, so an
 * attacker may have written it.
 */
export function safeNext(next: string | null): string | null {
  if (next === null || !next.startsWith('/') || !URL.canParse(next, somewhere)) return null;
  const url = new URL(next, somewhere);
  if (url.origin !== somewhere || !url.pathname.startsWith('/w/')) return null;
  return `${url.pathname}${url.search}`;
}

/** The token of a sign-in link. It is in the fragment, which no server and no log sees. */
export function signInToken(fragment: string): string | null {
  const token = new URLSearchParams(fragment.replace(/^#/, '')).get('token');
  return token === null || token === '' || token.length > 1_000 ? null : token;
}
