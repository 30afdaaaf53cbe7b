/**
 * OpenAPI links: operations that accept an id from an answer. Clients can follow them, and tests
 * can generate request sequences from them (OpenAPI 3.1, section 4.8.20).
 */
import { braced, operationIdOf, type Route } from './route.js';

type Json = Readonly<Record<string, unknown>>;

const parametersIn = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Routes at or below the record's path that need no other unknown parameter. */
function targetsOf(record: string, own: Route, routes: readonly Route[]): Route[] {
  const known = new Set([...parametersIn(own.path), ...parametersIn(record)]);
  return routes.filter(
    ({ path }) =>
      (path === record || path.startsWith(`${record}/`)) &&
      parametersIn(path).every((name) => known.has(name)),
  );
}

/** @returns links of the answers of a route, by name; empty for most routes */
export function linksOf(route: Route, routes: readonly Route[]): Json {
  const links: Record<string, Json> = {};
  for (const [pointer, records] of Object.entries(route.operation?.links ?? {})) {
    for (const path of records) {
      const record = braced(path.startsWith('/') ? path : `${route.path}/${path}`);
      const given = parametersIn(record).at(-1);
      for (const target of targetsOf(record, route, routes)) {
        const parameters = parametersIn(target.path).map((name) => [
          name,
          name === given ? `$response.body#${pointer}` : `$request.path.${name}`,
        ]);
        const operationId = operationIdOf(target);
        links[operationId] = { operationId, parameters: Object.fromEntries(parameters) as Json };
      }
    }
  }
  return links;
}
