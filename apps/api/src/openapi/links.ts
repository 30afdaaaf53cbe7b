/**
 * OpenAPI links: operations that accept an id from an answer. Clients can follow them, and tests
 * can generate request sequences from them (OpenAPI 3.1, section 4.8.20).
 */
import type { Operation } from './operation.js';
import type { Route } from './route.js';

type Json = Readonly<Record<string, unknown>>;

const workflow = ['/api/v1/workflows/{id}', '/api/v1/workflows/{workflowId}'];
const subscription = ['/api/v1/workflows/{workflowId}/subscriptions/{subscriptionId}'];
const workspaceSubscription = ['/api/v1/subscriptions/{subscriptionId}'];
const apiKey = ['/api/v1/api-keys/{id}'];
const member = ['/api/v1/workspaces/{workspaceId}/members/{userId}'];
const batch = ['/api/v1/batches/{batchId}'];

/**
 * By operation: JSON pointers into its answer, each with the paths whose last parameter is that id.
 */
const ids: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  createWorkflow: { '/data/id': workflow },
  listWorkflows: { '/data/0/id': workflow },
  createSubscription: { '/data/id': subscription },
  listSubscriptions: { '/data/0/id': subscription },
  createWorkspaceSubscription: { '/data/id': workspaceSubscription },
  listWorkspaceSubscriptions: { '/data/0/id': workspaceSubscription },
  createApiKey: { '/data/id': apiKey },
  listApiKeys: { '/data/0/id': apiKey },
  addMember: { '/data/userId': member },
  listMembers: { '/data/0/userId': member },
  startBatch: { '/data/id': batch },
  listBatches: { '/data/0/id': batch },
  listWorkspaces: { '/data/0/id': ['/api/v1/workspaces/{workspaceId}'] },
  listSecrets: { '/data/0/name': ['/api/v1/workspaces/{workspaceId}/secrets/{name}'] },
  listLogs: {
    '/data/0/id': ['/api/v1/logs/{id}'],
    '/data/0/executionId': ['/api/v1/logs/executions/{executionId}', '/api/v1/executions/{id}'],
  },
  listDeliveries: { '/data/0/id': ['/api/v1/deliveries/{deliveryId}'] },
  listRecoveries: { '/data/0/id': ['/api/v1/recoveries/{recoveryId}'] },
};

const parametersIn = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Routes at or below the record's path that need no other unknown parameter. */
function targetsOf(place: string, own: Route, routes: readonly Route[]): Route[] {
  const known = new Set([...parametersIn(own.path), ...parametersIn(place)]);
  return routes.filter(
    ({ path }) =>
      (path === place || path.startsWith(`${place}/`)) &&
      parametersIn(path).every((name) => known.has(name)),
  );
}

/** @returns links of the answers of a route, by name; empty for most routes */
export function linksOf(
  route: Route,
  operation: Operation | undefined,
  routes: readonly Route[],
  idOf: (route: Route) => string,
): Json {
  const links: Record<string, Json> = {};
  for (const [pointer, places] of Object.entries(ids[operation?.id ?? ''] ?? {})) {
    for (const place of places) {
      const given = parametersIn(place).at(-1);
      for (const target of targetsOf(place, route, routes)) {
        const parameters = parametersIn(target.path).map((name) => [
          name,
          name === given ? `$response.body#${pointer}` : `$request.path.${name}`,
        ]);
        links[idOf(target)] = {
          operationId: idOf(target),
          parameters: Object.fromEntries(parameters) as Json,
        };
      }
    }
  }
  return links;
}
