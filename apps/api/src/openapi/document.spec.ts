import { describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { ApiModule } from '../api.module.js';
import { schemas } from './answer-schemas.js';
import { openApiDocument } from './document.js';
import { answerExamples, bodyExamples, errorExamples } from './examples.js';
import { errorBody, refusals } from './refusals.js';
import { controllersOf, routesOf } from './route.js';

const routes = routesOf(controllersOf(ApiModule));
const document = openApiDocument(routes);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
);

interface Link {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

describe('the OpenAPI document', () => {
  it('is what a linter of the field finds nothing in; its examples are as their schemas say', async () => {
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
  }, 60_000);

  it('has an example of every parameter but those that only an answer can give', () => {
    const bare = operations.flatMap(({ operation: { parameters = [] } }) =>
      parameters.filter((one) => !('example' in one)).map((one) => one['name']),
    );
    expect([...new Set(bare)].sort()).toEqual(['after', 'cursor']);
  });

  it('has an example of every answer, body and refusal', () => {
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

describe('the headers of answers', () => {
  const headersOf = (id: string, status: string): string[] => {
    const { operation } = operations.find((one) => one.operation.operationId === id)!;
    return Object.keys((operation.responses[status] as { headers?: object }).headers ?? {});
  };

  it('are documented: of the rate limit, of what to try again, of where an execution is', () => {
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

describe('the links of answers', () => {
  const linked = operations.flatMap(({ operation, path }) =>
    Object.values(operation.responses).flatMap(({ links = {} }) =>
      Object.values(links as Record<string, Link>).map((link) => ({ from: path, ...link })),
    ),
  );

  it('lead to operations that there are, with all that their paths need', () => {
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

  it('lead from what is made to what reads, changes and removes it', () => {
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

describe('examples', () => {
  it.each(Object.keys(schemas) as (keyof typeof schemas)[])('%s is such an answer', (name) => {
    expect(schemas[name].safeParse(answerExamples[name]).error?.issues).toBeUndefined();
  });

  it('of bodies are taken by the checks of their routes, and are for routes that are there', () => {
    const ids = new Map(
      operations.map(({ operation, method, path }) => [
        operation.operationId,
        `${method.toUpperCase()} ${path}`,
      ]),
    );
    for (const [name, example] of Object.entries(bodyExamples)) {
      const route = routes.find(({ method, path }) => `${method} ${path}` === ids.get(name));
      expect([name, route?.body?.safeParse(example).error?.issues]).toEqual([name, undefined]);
      expect([name, route === undefined]).toEqual([name, false]);
    }
  });

  it('of refusals have codes that there are', () => {
    for (const { status } of refusals) {
      const { error } = errorBody.safeParse(errorExamples[status]);
      expect([status, error?.issues]).toEqual([status, undefined]);
    }
  });
});
