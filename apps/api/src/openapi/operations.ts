/** Purpose and answers of each route. An unlisted route is documented from its code alone. */
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

/** The ledger is the history of these operations; every other change is a management action. */
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

/**
 * By method and route. Every request reads it, and it never has more entries than there are routes.
 */
const known = new Map<string, Operation | undefined>();

/**
 * @param url a route as Fastify writes it (`/api/v1/workflows/:id`)
 * @returns undefined for an undocumented route
 */
export function operationAt(method: string, url: string): Operation | undefined {
  const key = `${method} ${url}`;
  if (!known.has(key)) known.set(key, operations[nameOf(method, url)]);
  return known.get(key);
}
