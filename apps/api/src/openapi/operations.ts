/** What each route is for and what it answers. A route that is not here is documented by its code alone. */
import type { Operation, Operations } from './operation.js';
import { accountOperations } from './operations-accounts.js';
import { deliveryOperations } from './operations-deliveries.js';
import { executionOperations } from './operations-executions.js';

/** By method and path, parameters in braces. */
export const operations: Operations = {
  ...executionOperations,
  ...deliveryOperations,
  ...accountOperations,
};

/** What these do is in the ledger, which is their history; everything else that changes something is a management action. */
export const ledgerOperations: ReadonlySet<string> = new Set([
  'executeWorkflow',
  'cancelExecution',
  'resumeExecution',
  'rerunExecution',
]);

/** `/v1/logs...` is the same as `/api/v1/logs...`. */
export const canonicalPath = (path: string): string =>
  path.startsWith('/v1/') ? `/api${path}` : path;

const nameOf = (method: string, url: string): string =>
  `${method === 'HEAD' ? 'GET' : method} ${canonicalPath(url.replaceAll(/:(\w+)/g, '{$1}'))}`;

/** By method and route: every request asks, and there are as many as routes. */
const known = new Map<string, Operation | undefined>();

/** @param url a route as Fastify writes it (`/api/v1/workflows/:id`); undefined when nothing documents it */
export function operationAt(method: string, url: string): Operation | undefined {
  const key = `${method} ${url}`;
  if (!known.has(key)) known.set(key, operations[nameOf(method, url)]);
  return known.get(key);
}
