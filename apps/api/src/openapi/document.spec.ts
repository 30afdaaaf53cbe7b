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

describe('the OpenAPI document', () => {
  it('is what a linter of the field finds nothing in; its examples are as their schemas say', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        'no-invalid-media-type-examples': 'error',
        'no-invalid-schema-examples': 'error',
        // The registry's routes, health and pages have shapes of their own, for refusals too.
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
