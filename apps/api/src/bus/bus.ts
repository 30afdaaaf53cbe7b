/**
 * The one way from the HTTP edge to a use case. Every command and query gets a span and a duration
 * here, both named after its class. Roles, audit and the status of the answer stay at the edge.
 */
import { Metrics, TRACING, type Tracing } from '@libs/platform';
import { Global, Inject, Injectable, Module } from '@nestjs/common';
import { Command, CommandBus, CqrsModule, type Query, QueryBus } from '@nestjs/cqrs';
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
export class Bus {
  readonly #seconds;

  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(TRACING) private readonly tracing: Tracing,
    @Inject(Metrics) metrics: Metrics,
  ) {
    this.#seconds = metrics.histogram(
      'flowledger_use_case_seconds',
      'From the call of a command or query to the end of its handler',
      bucketsSeconds,
      ['name'],
    );
  }

  async execute<R>(useCase: Command<R> | Query<R>): Promise<R> {
    const { name } = useCase.constructor;
    const begunAt = performance.now();
    const parent = parents.getStore() ?? null;
    const span = this.tracing.start({ name, kind: 'internal', parent });
    const handled = () =>
      useCase instanceof Command ? this.commands.execute(useCase) : this.queries.execute(useCase);
    let error: string | undefined;
    try {
      return await (span === null ? handled() : parents.run(span.traceparent, handled));
    } catch (thrown) {
      const { status, code } = translateError(thrown);
      // As for the span of the request: a refusal is not an error of the service.
      if (status >= 500) error = code;
      throw thrown;
    } finally {
      this.#seconds.observe({ name }, (performance.now() - begunAt) / 1_000);
      span?.end({ error });
    }
  }
}

@Global()
@Module({ imports: [CqrsModule.forRoot()], providers: [Bus], exports: [Bus] })
export class BusModule {}
