/** Tracing with OpenTelemetry's SDK. Loaded only when opted in. */
import {
  ROOT_CONTEXT,
  SpanKind as OtelKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { numberOf, samplerOf, type Environment } from './otel-environment.js';
import type { LiveSpan, SpanEnd, SpanKind, SpanStart, Tracing } from './tracing.js';

const kinds: Readonly<Record<SpanKind, OtelKind>> = {
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  internal: OtelKind.INTERNAL,
};

const traceparentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

function contextOf(traceparent: string | null): Context {
  const [, traceId, spanId, flags] = traceparentPattern.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags ?? '00', 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

function finish(span: Span, { name, attributes, error }: SpanEnd, endedAtMs?: number): void {
  if (name !== undefined) span.updateName(name);
  if (attributes !== undefined) span.setAttributes(attributes);
  if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
  span.end(endedAtMs);
}

/** Random ids, except for the one span whose id is known beforehand. */
class Ids implements IdGenerator {
  next: string | undefined;
  readonly #random = new RandomIdGenerator();

  generateTraceId(): string {
    return this.#random.generateTraceId();
  }

  generateSpanId(): string {
    const id = this.next ?? this.#random.generateSpanId();
    this.next = undefined;
    return id;
  }
}

export interface OtelTracing extends Tracing {
  shutdown(): Promise<void>;
}

export function createOtelTracing(
  exporter: SpanExporter,
  resource: Resource,
  environment: Environment,
): OtelTracing {
  const idGenerator = new Ids();
  const provider = new TracerProvider({
    resource,
    idGenerator,
    sampler: samplerOf(environment),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        ...numberOf(environment, 'OTEL_BSP_SCHEDULE_DELAY', 'scheduledDelayMillis'),
        ...numberOf(environment, 'OTEL_BSP_MAX_QUEUE_SIZE', 'maxQueueSize'),
        ...numberOf(environment, 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 'maxExportBatchSize'),
      }),
    ],
  });
  const tracer = provider.getTracer('flowledger');
  const begin = ({ name, kind, parent, attributes = {} }: SpanStart, startTime?: number): Span =>
    tracer.startSpan(
      name,
      { kind: kinds[kind], attributes, ...(startTime !== undefined && { startTime }) },
      contextOf(parent),
    );
  return {
    enabled: true,
    start(start): LiveSpan {
      const span = begin(start);
      return { traceparent: traceparentOf(span), end: (end) => finish(span, end) };
    },
    record(past) {
      idGenerator.next = past.spanId;
      finish(begin(past, past.startedAtMs), { error: past.error }, past.endedAtMs);
    },
    shutdown: () => provider.shutdown(),
  };
}
