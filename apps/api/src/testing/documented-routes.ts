/** The routes of the OpenAPI document, for tests that iterate over all of them. */
import { randomUUID } from 'node:crypto';
import type { OpenApiDocument, OperationObject } from '../openapi/document.js';
import type { HttpMethod } from './test-api.js';

export interface Documented {
  readonly method: HttpMethod;
  readonly path: string;
  readonly operation: OperationObject;
}

/** A stream has no complete answer to wait for. */
export const isStream = ({ path }: Documented): boolean =>
  path.endsWith('/events') || path.endsWith('/stream');

export function documented(document: OpenApiDocument): Documented[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase() as HttpMethod,
      path,
      operation,
    })),
  );
}

/** The path with its parameters filled in; a missing one gets an id that matches no record. */
export const filled = (path: string, given: Readonly<Record<string, string>> = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(given[name] ?? (name === 'name' ? 'NAME' : randomUUID())),
  );

/** Required parameters have the values of their examples, except for the workspace. */
export function withRequiredQuery(
  url: string,
  { operation }: Documented,
  workspaceId: string,
): string {
  const query = new URLSearchParams();
  for (const { in: place, required, name, example } of operation.parameters ?? []) {
    if (place !== 'query' || required !== true) continue;
    query.set(String(name), name === 'workspaceId' ? workspaceId : String(example));
  }
  return query.size === 0 ? url : `${url}?${query.toString()}`;
}

const isOperators = ({ operation }: Documented): boolean =>
  operation['x-required-role'] === 'operator';

/** Operations that need an API key. */
export const closed = (document: OpenApiDocument): Documented[] =>
  documented(document).filter((one) => one.operation.security?.length !== 0 && !isOperators(one));

/** Operations that need the operator's key. */
export const ofOperators = (document: OpenApiDocument): Documented[] =>
  documented(document).filter(isOperators);
