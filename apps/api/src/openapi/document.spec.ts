import { describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { limitsBlock } from '../limits/limits.schemas.js';
import { logEntry } from '../logs/list/log.schemas.js';
import { traceSpan } from '../logs/spans/trace-span.schemas.js';
import { breakerStanding } from '../subscriptions/subscription-view.schemas.js';
import { namedAnswers, routes } from '../testing/answers-of-api.js';
import { openApiDocument } from './document.js';
import { errorBody, refusals } from './refusals.js';
import { tagsOf } from './tags.js';

const document = openApiDocument(routes);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
);

interface Link {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

describe('the OpenAPI document', () => {
  it('passes a strict linter, and its examples match their schemas', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        'no-invalid-media-type-examples': 'error',
        'no-invalid-schema-examples': 'error',
        'no-invalid-parameter-examples': 'error',
        // The registry's routes, health and pages have their own shapes, also for refusals.
        'operation-4xx-response': 'off',
      },
    });
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: '/openapi.json',
      config,
    });
    expect(problems.map(({ message, location }) => [message, location[0]?.pointer])).toEqual([]);
  });

  it('has an example of every parameter except "after" and "cursor"', () => {
    const bare = operations.flatMap(({ operation: { parameters = [] } }) =>
      parameters.filter((one) => !('example' in one)).map((one) => one['name']),
    );
    expect([...new Set(bare)].sort()).toEqual(['after', 'cursor']);
  });

  it('has an example of every request body, answer and error', () => {
    const without = operations.flatMap(
      ({ method, path, operation: { requestBody, responses } }) => {
        const bodies = Object.values(requestBody?.content ?? {}) as { example?: unknown }[];
        const named = JSON.stringify(responses).matchAll(/#\/components\/schemas\/(\w+)/g);
        const missing = [...named].filter(
          ([, name = '']) => document.components.schemas[name]?.['examples'] === undefined,
        );
        const isBare = bodies.some(({ example }) => example === undefined);
        return isBare || missing.length > 0 ? [`${method} ${path}`] : [];
      },
    );
    expect(without).toEqual([]);
    const bare = Object.values(document.components.responses).filter(
      ({ content }) => !JSON.stringify(content).includes('"example":'),
    );
    expect(bare).toEqual([]);
  });
});

describe('every route', () => {
  it('belongs to one resource, and each resource has routes', () => {
    const tagged = operations.map(({ path, operation }) => [path, operation.tags.length]);
    expect(tagged.filter(([, count]) => count !== 1)).toEqual([]);
    const used = new Set(operations.flatMap(({ operation }) => operation.tags));
    // The platform's module has the routes of health and metrics.
    expect([...used, 'Health'].sort()).toEqual(document.tags.map(({ name }) => name).sort());
  });

  it.each([
    ['/api/v1/workflows/{workflowId}/subscriptions/{subscriptionId}/test', 'Subscriptions'],
    ['/api/v1/workflows/{id}/versions', 'Workflows'],
    ['/api/v1/logs/executions/{executionId}', 'Logs'],
    ['/v1/logs/tail', 'Logs'],
    ['/api/v1/executions/{id}/events', 'Executions'],
    ['/api/v1/operator/accounts/{accountId}/usage', 'Operator'],
    ['/api/webhooks/trigger/{token}/{path}', 'Triggers'],
    ['/api/v1/workspaces/{workspaceId}/trigger-tokens/rotate', 'Triggers'],
    ['/health/live', 'Health'],
  ])('at %s has the tag %s', (path, tag) => {
    expect(tagsOf(path)).toEqual([tag]);
  });

  it('declares a role beside its handler if it needs a key', () => {
    const closed = routes.filter(({ isPublic }) => !isPublic);
    expect(closed.length).toBeGreaterThan(60);
    const undecided = closed.filter(({ operation }) => operation?.role === undefined);
    expect(undecided.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('has no role if it is public, and a description unless its controller is exempt', () => {
    const open = routes.filter(({ isPublic }) => isPublic);
    expect(open.filter(({ operation }) => operation?.role !== undefined)).toEqual([]);
    const bare = open.filter(({ operation }) => operation === undefined);
    expect(new Set(bare.map(({ controller }) => controller))).toEqual(
      new Set([
        ...['OpenApiController', 'RegistryController', 'EventsDocsController'],
        ...[
          'PageAssetsController',
          'BlockTypesController',
          'DashboardController',
          'OidcController',
        ],
      ]),
    );
  });
});

describe('the response headers', () => {
  const headersOf = (id: string, status: string): string[] => {
    const { operation } = operations.find((one) => one.operation.operationId === id)!;
    return Object.keys((operation.responses[status] as { headers?: object }).headers ?? {});
  };

  it('are documented for rate limits, search windows, locations and retries', () => {
    const rateLimit = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
    for (const id of ['listLogs', 'tailLogs', 'exportLogs', 'getLog', 'getExecutionLog'])
      expect(headersOf(id, '200')).toEqual(expect.arrayContaining(rateLimit));
    expect(headersOf('exportLogs', '200')).toContain('X-Search-Window');
    expect(headersOf('executeWorkflow', '202')).toContain('Location');
    for (const status of ['429', '503']) {
      const { headers } = document.components.responses[`Error${status}`] as { headers: object };
      expect(Object.keys(headers)).toContain('Retry-After');
    }
  });
});

describe('the response links', () => {
  const linked = operations.flatMap(({ operation, path }) =>
    Object.values(operation.responses).flatMap(({ links = {} }) =>
      Object.values(links as Record<string, Link>).map((link) => ({ from: path, ...link })),
    ),
  );

  it('name existing operations with all their path parameters', () => {
    expect(linked.length).toBeGreaterThan(20);
    for (const { from, operationId, parameters } of linked) {
      const target = operations.find((one) => one.operation.operationId === operationId);
      const needed = [...(target?.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect([operationId, Object.keys(parameters).sort()]).toEqual([operationId, needed.sort()]);
      for (const value of Object.values(parameters)) {
        const [, own] = /^\$request\.path\.(\w+)$/.exec(value) ?? [];
        if (own !== undefined) expect(from).toContain(`{${own}}`);
      }
    }
  });

  it('connect a created record to the operations that read, change and delete it', () => {
    const ids = new Set(linked.map(({ operationId }) => operationId));
    for (const id of ['getWorkflow', 'deployWorkflow', 'deleteWorkflow', 'createSubscription'])
      expect(ids).toContain(id);
    for (const id of [
      'changeSubscription',
      'revokeApiKey',
      'changeMember',
      'cancelBatch',
      'getLog',
    ])
      expect(ids).toContain(id);
  });
});

describe('the examples of the document', () => {
  const named = new Map([
    ...namedAnswers,
    ...([
      ['BreakerStanding', breakerStanding],
      ['LimitsBlock', limitsBlock],
      ['LogEntry', logEntry],
      ['TraceSpan', traceSpan],
    ] as const),
  ]);

  it('cover every named schema', () => {
    const { ErrorBody: _, ...schemas } = document.components.schemas;
    // The schemas of definitions have the examples of the catalogue.
    const ofAnswers = Object.keys(schemas).filter(
      (name) => !/^Workflow(Definition|Block)/.test(name),
    );
    expect([...named.keys()].sort()).toEqual(ofAnswers.sort());
  });

  it.each([...named])('match the schema of %s', (name, schema) => {
    const { examples } = document.components.schemas[name] as { examples: unknown[] };
    expect(examples).toHaveLength(1);
    expect(schema.safeParse(examples[0]).error?.issues).toBeUndefined();
  });

  it('for request bodies pass the validation of existing routes', () => {
    const shown = operations.flatMap(({ operation, method, path }) =>
      Object.values(operation.requestBody?.content ?? {}).map((content) => ({
        name: operation.operationId,
        called: `${method.toUpperCase()} ${path}`,
        example: (content as { example?: unknown }).example,
      })),
    );
    expect(shown.length).toBeGreaterThan(25);
    for (const { name, called, example } of shown) {
      const route = routes.find(({ method, path }) => `${method} ${path}` === called);
      expect([name, route?.body?.safeParse(example).error?.issues]).toEqual([name, undefined]);
      expect([name, route === undefined]).toEqual([name, false]);
    }
  });

  it('for errors match the error schema', () => {
    for (const { status, example } of refusals) {
      const { error } = errorBody.safeParse(example);
      expect([status, error?.issues]).toEqual([status, undefined]);
    }
  });
});
