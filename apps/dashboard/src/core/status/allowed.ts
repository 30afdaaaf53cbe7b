/** What a role may do. The server decides; this says in advance why a button is disabled. */
export type Role = 'viewer' | 'editor' | 'owner';

const order: readonly Role[] = ['viewer', 'editor', 'owner'];

/** Each line names the file that holds the server's rule. */
const needed = {
  /** apps/api/src/api-keys/api-keys.controller.ts */
  manageKeys: 'owner',
  /** apps/api/src/executions/rerun.controller.ts */
  runWorkflows: 'editor',
  /** apps/api/src/workflows/workflows.controller.ts */
  editWorkflows: 'editor',
} as const satisfies Record<string, Role>;

type Deed = keyof typeof needed;

export const hasRole = (role: Role, least: Role): boolean =>
  order.indexOf(role) >= order.indexOf(least);

export const allows = (role: Role, deed: Deed): boolean => hasRole(role, needed[deed]);
