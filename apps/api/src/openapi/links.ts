/**
 * OpenAPI links: where the ids in an answer lead to, for clients that follow them and for tests that make up sequences of requests
 * (OpenAPI 3.1, section 4.8.20).
 */
import type { Operation } from './operation.js';
import type { Route } from './route.js';

type Json = Readonly<Record<string, unknown>>;

/** By operation: JSON pointers into its answer, each with the paths whose last parameter it is. */
const ids: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  createWorkflow: {
    '/data/id': ['/api/v1/workflows/{id}', '/api/v1/workflows/{workflowId}'],
  },
  createSubscription: {
    '/data/id': ['/api/v1/workflows/{workflowId}/subscriptions/{subscriptionId}'],
  },
  createWorkspaceSubscription: { '/data/id': ['/api/v1/subscriptions/{subscriptionId}'] },
  createApiKey: { '/data/id': ['/api/v1/api-keys/{id}'] },
  addMember: { '/data/userId': ['/api/v1/workspaces/{workspaceId}/members/{userId}'] },
  listWorkflows: {
    '/data/0/id': ['/api/v1/workflows/{id}', '/api/v1/workflows/{workflowId}'],
  },
  listSubscriptions: {
    '/data/0/id': ['/api/v1/workflows/{workflowId}/subscriptions/{subscriptionId}'],
  },
  listWorkspaceSubscriptions: { '/data/0/id': ['/api/v1/subscriptions/{subscriptionId}'] },
  listApiKeys: { '/data/0/id': ['/api/v1/api-keys/{id}'] },
  listMembers: { '/data/0/userId': ['/api/v1/workspaces/{workspaceId}/members/{userId}'] },
  listWorkspaces: { '/data/0/id': ['/api/v1/workspaces/{workspaceId}'] },
  listSecrets: { '/data/0/name': ['/api/v1/workspaces/{workspaceId}/secrets/{name}'] },
  listBatches: { '/data/0/id': ['/api/v1/batches/{batchId}'] },
  startBatch: { '/data/id': ['/api/v1/batches/{batchId}'] },
  listLogs: {
    '/data/0/id': ['/api/v1/logs/{id}'],
    '/data/0/executionId': ['/api/v1/logs/executions/{executionId}', '/api/v1/executions/{id}'],
  },
  listDeliveries: { '/data/0/id': ['/api/v1/deliveries/{deliveryId}'] },
  listRecoveries: { '/data/0/id': ['/api/v1/recoveries/{recoveryId}'] },
};

const parametersIn = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** What is at the path of the record and below it, as far as its id is all that it takes. */
function targetsOf(place: string, own: Route, routes: readonly Route[]): Route[] {
  const known = new Set([...parametersIn(own.path), ...parametersIn(place)]);
  return routes.filter(
    ({ path }) =>
      (path === place || path.startsWith(`${place}/`)) &&
      parametersIn(path).every((name) => known.has(name)),
  );
}

/** @returns links of the answers of a route, by name; none for most */
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
