import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Metrics, TRACING, type Tracing } from '@libs/platform';
import { Global, type INestApplicationContext, Inject, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Command, CommandHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { fastify } from 'fastify';
import { ApiModule } from '../api.module.js';
import { notFound } from '../errors/index.js';
import { controllersOf, routesOf } from '../openapi/route.js';
import { Bus, BusModule, carryTraceContext } from './bus.js';

interface Recorded {
  readonly name: string;
  readonly parent: string | null;
  readonly traceparent: string;
  error?: string | undefined;
}

const spans: Recorded[] = [];
const tracing: Tracing = {
  enabled: true,
  start({ name, parent }) {
    const span: Recorded = { name, parent, traceparent: `span ${spans.length}` };
    spans.push(span);
    return { traceparent: span.traceparent, end: ({ error }) => (span.error = error ?? 'none') };
  },
  record: () => undefined,
};

class CountThings extends Query<number> {}

@QueryHandler(CountThings)
class CountThingsHandler {
  execute(): Promise<number> {
    return Promise.resolve(7);
  }
}

class ChangeThing extends Command<number> {
  constructor(readonly problem: Error | null) {
    super();
  }
}

@CommandHandler(ChangeThing)
class ChangeThingHandler {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  async execute({ problem }: ChangeThing): Promise<number> {
    if (problem !== null) throw problem;
    return this.bus.execute(new CountThings());
  }
}

const platform = [Metrics, { provide: TRACING, useValue: tracing }];

@Global()
@Module({ providers: platform, exports: platform })
class PlatformOfTest {}

@Module({
  imports: [PlatformOfTest, BusModule],
  providers: [CountThingsHandler, ChangeThingHandler],
})
class TestModule {}

describe('the bus', () => {
  let app: INestApplicationContext;
  let bus: Bus;

  beforeAll(async () => {
    app = await NestFactory.createApplicationContext(TestModule, { logger: false });
    bus = app.get(Bus);
  });
  afterAll(() => app.close());

  const timed = async (name: string): Promise<number> => {
    const text = await app.get(Metrics).registry.metrics();
    const [, count = '0'] =
      new RegExp(`flowledger_use_case_seconds_count{name="${name}"} (\\d+)`).exec(text) ?? [];
    return Number(count);
  };

  it('records a duration and a span by class name for a command and a nested query', async () => {
    await expect(bus.execute(new ChangeThing(null))).resolves.toBe(7);
    expect(spans.splice(0)).toEqual([
      { name: 'ChangeThing', parent: null, traceparent: 'span 0', error: 'none' },
      { name: 'CountThings', parent: 'span 0', traceparent: 'span 1', error: 'none' },
    ]);
    await expect(timed('ChangeThing')).resolves.toBe(1);
    await expect(timed('CountThings')).resolves.toBe(1);
  });

  it.each([
    ['a failure, with an error on its span', new Error('broken'), 'INTERNAL'],
    ['a refusal, without an error on its span', notFound('thing'), 'none'],
  ])('records a duration and a span for %s', async (_, problem, error) => {
    const before = await timed('ChangeThing');
    await expect(bus.execute(new ChangeThing(problem))).rejects.toBe(problem);
    expect(spans.splice(0)).toMatchObject([{ name: 'ChangeThing', error }]);
    await expect(timed('ChangeThing')).resolves.toBe(before + 1);
  });

  it("makes the request's span the parent, even after the body is read", async () => {
    const server = fastify();
    server.decorateRequest('traceparent', null);
    server.addHook('onRequest', (request, _reply, done) => {
      request.traceparent = 'request';
      done();
    });
    carryTraceContext(server);
    server.post('/', () => bus.execute(new CountThings()));
    await server.inject({ method: 'POST', url: '/', payload: { large: 'x'.repeat(100_000) } });
    await server.close();
    expect(spans.splice(0)).toMatchObject([{ name: 'CountThings', parent: 'request' }]);
  });
});

/** By controller, or by handler. */
const offTheBus: Readonly<Record<string, string>> = {
  BlockTypesController: 'constant documents',
  'CallerController.get': 'the guard has read all of the answer',
  DashboardController: 'constant files',
  EventsDocsController: 'constant documents',
  ExamplesController: 'constant documents',
  'LogsController.export': 'a stream',
  OpenApiController: 'constant documents',
  PageAssetsController: 'constant files',
  RegistryController: 'constant schemas',
  'SignInController.list': 'constant while the process runs',
  'StreamController.stream': 'a stream',
};

it('every route except the listed ones runs a command or a query', () => {
  const off = controllersOf(ApiModule).flatMap((controller) =>
    routesOf([controller]).flatMap(({ handler }) => {
      const { [handler]: run } = controller.prototype as Record<string, () => unknown>;
      if (/\bbus\.execute\(/.test(String(run))) return [];
      return controller.name in offTheBus ? controller.name : `${controller.name}.${handler}`;
    }),
  );
  expect([...new Set(off)].sort()).toEqual(Object.keys(offTheBus));
});
