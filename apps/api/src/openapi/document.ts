/** OpenAPI 3.1 of routes: inputs from their validation schemas, the rest from `@Operation()`. */
import { definitionSchemas } from '@libs/blocks';
import { z, type ZodType } from 'zod';
import { answerHeaders, headersOfRefusal, headersOfSuccess } from './answer-headers.js';
import { linksOf } from './links.js';
import { errorBody, refusals, refusalsOf } from './refusals.js';
import { answersOf, operationIdOf, type Route } from './route.js';
import { documentedTags, tagsOf } from './tags.js';

type Json = Readonly<Record<string, unknown>>;

/** Set by `answer()`. */
interface AnswerMeta {
  readonly id: string;
  readonly mediaTypes?: readonly string[];
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Json;
  readonly servers: readonly Json[];
  readonly security: readonly Json[];
  readonly tags: readonly Json[];
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
  readonly deprecated?: boolean;
  /** Its resource. */
  readonly tags: readonly string[];
  /** The lowest role that may call it, or `operator`; absent on public routes. */
  readonly 'x-required-role'?: string;
  /** Keys that are limited to workflows may call it. */
  readonly 'x-limited-keys'?: true;
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

/** A named answer, in each of its media types. */
function contentOf(answer: ZodType): Json {
  const { id, mediaTypes = ['application/json'] } = answer.meta() as AnswerMeta;
  return Object.fromEntries(mediaTypes.map((type) => [type, { schema: ref('schemas', id) }]));
}

function parametersOf({ parameters, query, operation }: Route): Json[] {
  const inPath = parameters.map(({ isId, ...documented }) => ({
    ...documented,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(isId && { format: 'uuid' }) },
  }));
  const { properties = {}, required = [] } = (
    query === null ? {} : jsonSchemaOf(query, 'input')
  ) as { properties?: Readonly<Record<string, Json>>; required?: readonly string[] };
  const inQuery = Object.entries(properties).map(([name, { example, description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    ...(example !== undefined && { example }),
    ...(description !== undefined && { description }),
  }));
  const inHeader = Object.entries(operation?.headers ?? {}).map(([name, documented]) => ({
    name,
    in: 'header',
    required: false,
    ...documented,
    schema: { type: 'string' },
  }));
  return [...inPath, ...inQuery, ...inHeader];
}

const ownAnswer = { description: 'An answer of its own' };

function responsesOf(route: Route, routes: readonly Route[]): Record<string, Json> {
  const { operation } = route;
  const refused = Object.fromEntries(
    refusalsOf(route).map((status) => [status, ref('responses', `Error${status}`)]),
  );
  // A public route without a description has its own shapes, also for errors (schema registry).
  if (operation === undefined) {
    const own = { default: ownAnswer, [route.successStatus]: { description: 'Success' } };
    return route.isPublic ? own : { ...own, ...refused };
  }
  const { default: isOwn, ...answers } = operation.answers;
  const links = linksOf(route, routes);
  const described = Object.entries(answers).map(([status, answer]): [string, Json] => [
    status,
    {
      description: 'Success',
      headers: headersOfSuccess(operation.answerHeaders?.[Number(status)]),
      ...(answer !== null && { content: contentOf(answer) }),
      ...(Object.keys(links).length > 0 && { links }),
    },
  ]);
  return {
    ...(isOwn === null && { default: ownAnswer }),
    ...Object.fromEntries(described),
    ...refused,
  };
}

/** The role and scopes that the operation needs, in words and for programs. */
function rightsOf({ isPublic, scopes, operation }: Route): Json {
  const role = isPublic ? undefined : operation?.role;
  if (role === undefined) return {};
  const scope = scopes.length === 0 ? '' : ` Scope: ${scopes.join(' or ')}.`;
  const isForLimited = operation?.limitedKeys !== undefined;
  return {
    description: `Role: ${role}.${scope}`,
    'x-required-role': role,
    ...(isForLimited && { 'x-limited-keys': true }),
  };
}

const takesBody = ({ method }: Route): boolean => ['POST', 'PUT', 'PATCH'].includes(method);

function bodyOf(route: Route): Pick<OperationObject, 'requestBody'> {
  const { body, operation } = route;
  const example = operation?.example;
  if (body !== null) {
    // The pipe reads no body as an empty object.
    const required = !body.safeParse({}).success;
    return { requestBody: { required, content: json(jsonSchemaOf(body, 'input'), example) } };
  }
  // Any JSON is accepted where the operation shows a body without a schema.
  return example !== undefined && takesBody(route)
    ? { requestBody: { required: false, content: json({}, example) } }
    : {};
}

function operationOf(route: Route, routes: readonly Route[]): OperationObject {
  const { operation, handler, controller, isPublic } = route;
  const parameters = parametersOf(route);
  return {
    operationId: operationIdOf(route),
    summary: operation?.summary ?? `${handler} of ${controller}`,
    ...(operation?.deprecated === true && { deprecated: true }),
    tags: tagsOf(route.path),
    ...rightsOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(route),
    responses: responsesOf(route, routes),
    ...(isPublic && { security: [] }),
    ...(operation?.role === 'operator' && { security: [{ operatorKey: [] }] }),
  };
}

const componentOf = (type: string): string =>
  `WorkflowBlock${type.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;

/** `WorkflowDefinition`, with a component for a block of each type. */
function schemasOfDefinitions(): Readonly<Record<string, Json>> {
  const { definition, blocks } = definitionSchemas(
    (type) => `#/components/schemas/${componentOf(type)}`,
  );
  const ofBlocks = Object.entries(blocks).map(([type, schema]) => [componentOf(type), schema]);
  return { WorkflowDefinition: definition, ...(Object.fromEntries(ofBlocks) as object) };
}

/** The named answers of the routes, with the named parts of these, by name. */
function namedSchemas(routes: readonly Route[]): Readonly<Record<string, Json>> {
  const named = z.union([...new Set([...answersOf(routes), errorBody])]);
  const { $defs = {} } = z.toJSONSchema(named, { unrepresentable: 'any' });
  const defs = JSON.parse(
    JSON.stringify($defs).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as Readonly<Record<string, Json>>;
  return Object.fromEntries(
    Object.entries(defs)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, { example, mediaTypes: _, ...schema }]) => [
        id,
        { ...schema, ...(example !== undefined && { examples: [example] }) },
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
    tags: documentedTags,
    paths,
    components: {
      schemas: { ...namedSchemas(routes), ...schemasOfDefinitions() },
      responses: Object.fromEntries(
        refusals.map(({ status, what, example }) => [
          `Error${status}`,
          {
            description: what,
            headers: headersOfRefusal(status),
            content: json(ref('schemas', 'ErrorBody'), example),
          },
        ]),
      ),
      headers: answerHeaders,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        operatorKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-operator-key',
          description: 'FLOWLEDGER_OPERATOR_KEY of the api; without it, these routes answer 404.',
        },
      },
    },
  };
}
