/** OpenAPI 3.1 of routes: inputs from their validation schemas, answers from `operations`. */
import { z, type ZodType } from 'zod';
import { roleFor } from '../auth/roles.js';
import { answerHeaders, headersOf, headersOfRefusal } from './answer-headers.js';
import { schemas } from './answer-schemas.js';
import { answerExamples, bodyExamples, errorExamples } from './examples.js';
import { linksOf } from './links.js';
import type { Operation } from './operation.js';
import { canonicalPath, operations } from './operations.js';
import { documentedParameter } from './parameter-examples.js';
import { errorBody, refusals, writes } from './refusals.js';
import type { Route } from './route.js';

type Json = Readonly<Record<string, unknown>>;

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Json;
  readonly servers: readonly Json[];
  readonly security: readonly Json[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Json>>;
    readonly responses: Readonly<Record<string, Json>>;
    readonly headers: Readonly<Record<string, Json>>;
    readonly securitySchemes: Json;
  };
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  /** The lowest role that may call it; absent on public routes. */
  readonly 'x-required-role'?: string;
  readonly parameters?: readonly Json[];
  readonly requestBody?: { readonly required: boolean; readonly content: Json };
  readonly responses: Readonly<Record<string, Json>>;
  readonly security?: readonly Json[];
}

const jsonSchemaOf = (schema: ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const ref = (kind: 'schemas' | 'responses', name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
});
const json = (schema: Json, example?: unknown): Json => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

/** Exports are lines of text, events an event stream, everything else JSON. */
const contentOf = (schema: keyof typeof schemas): Json => {
  const content = { schema: ref('schemas', schema) };
  if (schema === 'LogLines') return { 'application/x-ndjson': content, 'text/csv': content };
  if (schema === 'ExecutionEventStream') return { 'text/event-stream': content };
  return { 'application/json': content };
};

function parametersOf(route: Route, operation: Operation | undefined): Json[] {
  const inPath = route.parameters.map(({ name, isId }) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(isId && { format: 'uuid' }) },
    ...documentedParameter('path', name, route.path, 'string'),
  }));
  const { properties = {}, required = [] } = (
    route.query === null ? {} : jsonSchemaOf(route.query, 'input')
  ) as { properties?: Json; required?: readonly string[] };
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    ...documentedParameter('query', name, route.path, (schema as Json)['type']),
  }));
  const inHeader = Object.entries(operation?.headers ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    ...documentedParameter('header', name, route.path, 'string'),
    description,
    schema: { type: 'string' },
  }));
  return [...inPath, ...inQuery, ...inHeader];
}

function answersOf(
  route: Route,
  operation: Operation | undefined,
  routes: readonly Route[],
): Record<string, Json> {
  const answers = operation?.answers ?? {};
  const links = linksOf(route, operation, routes, operationIdOf);
  const described = Object.entries(answers).map(([status, schema]): [string, Json] => [
    status,
    {
      description: 'Success',
      headers: headersOf(route, operation, Number(status)),
      ...(schema !== null && { content: contentOf(schema) }),
      ...(Object.keys(links).length > 0 && { links }),
    },
  ]);
  // A public route without an entry has its own shapes, also for errors (health, schema registry).
  const refused = (operation === undefined && route.isPublic ? [] : refusals)
    .filter(({ of }) => of(route))
    .map(({ status }): [string, Json] => [String(status), ref('responses', `Error${status}`)]);
  // The author of a workflow chooses the answer of its response block.
  const own = operation === undefined || route.path.startsWith('/api/webhooks/');
  return Object.fromEntries([
    ...(own ? [['default', { description: 'An answer of its own' }] as [string, Json]] : []),
    ...(operation === undefined
      ? [[String(route.successStatus), { description: 'Success' }] as [string, Json]]
      : []),
    ...described,
    ...refused,
  ]);
}

/** The role and scopes that the operation needs, in words and for programs. */
function rightsOf({ isPublic, scopes }: Route, operation: Operation | undefined): Json {
  const role = operation === undefined || isPublic ? undefined : roleFor(operation.id);
  if (role === undefined) return {};
  const scope = scopes.length === 0 ? '' : ` Scope: ${scopes.join(' or ')}.`;
  return { description: `Role: ${role}.${scope}`, 'x-required-role': role };
}

const operationFor = ({ method, path }: Route): Operation | undefined =>
  operations[`${method} ${canonicalPath(path)}`];

const nameOf = (route: Route): string =>
  operationFor(route)?.id ?? `${route.controller.replace(/Controller$/, '')}_${route.handler}`;

const operationIdOf = (route: Route): string =>
  route.path.startsWith('/v1/') ? `${nameOf(route)}_v1` : nameOf(route);

function operationOf(route: Route, routes: readonly Route[]): OperationObject {
  const operation = operationFor(route);
  const parameters = parametersOf(route, operation);
  const named = nameOf(route);
  const body =
    route.body !== null
      ? jsonSchemaOf(route.body, 'input')
      : writes(route) &&
          operation?.id.match(/^(executeWorkflow|triggerWorkflow(?:By(?:Put|Patch))?)$/) != null
        ? {}
        : null;
  return {
    operationId: operationIdOf(route),
    summary: operation?.summary ?? `${route.handler} of ${route.controller}`,
    ...rightsOf(route, operation),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== null && {
      requestBody: {
        required: route.body !== null,
        content: json(body, bodyExamples[named]),
      },
    }),
    responses: answersOf(route, operation, routes),
    ...(route.isPublic && { security: [] }),
  };
}

function namedSchemas(): Readonly<Record<string, Json>> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({ ...schemas, ErrorBody: errorBody })) {
    registry.add(schema, { id });
  }
  const { schemas: named } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: 'any',
  });
  return Object.fromEntries(
    Object.entries(named).map(([id, { $schema: _, $id: __, ...schema }]) => [
      id,
      {
        ...schema,
        ...(id in answerExamples && { examples: [answerExamples[id as keyof typeof schemas]] }),
      },
    ]),
  );
}

export function openApiDocument(routes: readonly Route[]): OpenApiDocument {
  const paths: Record<string, Record<string, OperationObject>> = {};
  const ordered = [...routes].sort((a, b) =>
    a.path === b.path ? (a.method < b.method ? -1 : 1) : a.path < b.path ? -1 : 1,
  );
  for (const route of ordered) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route, routes);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Flowledger',
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Runs workflows made of blocks, keeps a ledger of them, answers for it with logs and webhooks.',
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      schemas: namedSchemas(),
      responses: Object.fromEntries(
        refusals.map(({ status, what }) => [
          `Error${status}`,
          {
            description: what,
            headers: headersOfRefusal(status),
            content: json(ref('schemas', 'ErrorBody'), errorExamples[status]),
          },
        ]),
      ),
      headers: answerHeaders,
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
    },
  };
}
