/**
 * Nest's buses, with a span and a duration for every command and query. Both are named after its
 * class. Roles, audit and the status of the answer stay at the HTTP edge.
 */
import { Metrics, TRACING, type Tracing } from '@libs/platform';
import { type DynamicModule, Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { type Command, CommandBus, CqrsModule, type Query, QueryBus } from '@nestjs/cqrs';
import type { FastifyInstance } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';
import { translateError } from '../errors/translate-error.js';

const bucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Trace context of the running request, command or query. Empty while tracing is off. */
const parents = new AsyncLocalStorage<string>();

/** Call only while tracing is on. In `preHandler`, because reading a body loses the context. */
export function carryTraceContext(instance: FastifyInstance): void {
  instance.addHook('preHandler', ({ traceparent }, _reply, done) => {
    if (traceparent == null) done();
    else parents.run(traceparent, done);
  });
}

@Injectable()
export class UseCaseMeter {
  readonly #seconds;

  constructor(
    @Inject(Metrics) metrics: Metrics,
    @Inject(TRACING) private readonly tracing: Tracing,
  ) {
    this.#seconds = metrics.histogram(
      'flowledger_use_case_seconds',
      'From the bus to the end of the handler of a command or query',
      bucketsSeconds,
      ['name'],
    );
  }

  async measure<R>({ constructor: { name } }: object, run: () => Promise<R>): Promise<R> {
    const begunAt = performance.now();
    const parent = parents.getStore() ?? null;
    const span = this.tracing.start({ name, kind: 'internal', parent });
    let error: string | undefined;
    try {
      return await (span === null ? run() : parents.run(span.traceparent, run));
    } catch (thrown) {
      const { status, code } = translateError(thrown);
      // A refusal is not an error of the service, as in the span of the request.
      if (status >= 500) error = code;
      throw thrown;
    } finally {
      this.#seconds.observe({ name }, (performance.now() - begunAt) / 1_000);
      span?.end({ error });
    }
  }
}

@Injectable()
class MeasuredCommandBus extends CommandBus {
  constructor(
    @Inject(ModuleRef) modules: ModuleRef,
    @Inject(UseCaseMeter) private readonly meter: UseCaseMeter,
  ) {
    super(modules);
  }

  override execute<R>(command: Command<R>): Promise<R> {
    return this.meter.measure(command, () => super.execute(command));
  }
}

@Injectable()
class MeasuredQueryBus extends QueryBus {
  constructor(
    @Inject(ModuleRef) modules: ModuleRef,
    @Inject(UseCaseMeter) private readonly meter: UseCaseMeter,
  ) {
    super(modules);
  }

  override execute<R>(query: Query<R>): Promise<R> {
    return this.meter.measure(query, () => super.execute(query));
  }
}

const { providers = [], ...cqrs } = CqrsModule.forRoot();

/** `CqrsModule`, whose buses these replace. */
export const busModule: DynamicModule = {
  ...cqrs,
  providers: [
    ...providers,
    UseCaseMeter,
    { provide: CommandBus, useClass: MeasuredCommandBus },
    { provide: QueryBus, useClass: MeasuredQueryBus },
  ],
};
