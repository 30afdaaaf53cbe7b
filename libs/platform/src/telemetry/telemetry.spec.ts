import { describe, expect, it } from '@jest/globals';
import { DataPointType } from '@opentelemetry/sdk-metrics';
import { pino } from 'pino';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { metricDataOf } from './otel-metrics.js';
import { samplerOf } from './otel-environment.js';
import { startTelemetry } from './telemetry.js';
import { spanIdFor, withSpanId } from './tracing.js';

const logger = pino({ level: 'silent' });

describe('telemetry', () => {
  it.each([
    [{}],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_SDK_DISABLED: 'true' }],
    [
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c',
        OTEL_TRACES_EXPORTER: 'none',
        OTEL_METRICS_EXPORTER: 'none',
      },
    ],
  ])('is off with %j', async (environment) => {
    expect(await startTelemetry('test', logger, environment)).toBeNull();
  });

  it.each(['http/protobuf', 'http/json'])('starts with %s', async (protocol) => {
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_METRICS_EXPORTER: 'none',
    };
    const telemetry = await startTelemetry('test', logger, environment);
    const span = telemetry?.tracing?.start({ name: 'a', kind: 'server', parent: null });
    expect(span?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    await telemetry?.shutdown();
  });

  it('rejects an unsupported protocol', async () => {
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    };
    await expect(startTelemetry('test', logger, environment)).rejects.toThrow(/grpc/);
  });

  it.each([
    [{}, /^ParentBased.*AlwaysOnSampler/],
    [{ OTEL_TRACES_SAMPLER: 'always_off' }, /^AlwaysOffSampler/],
    [
      { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' },
      /^ParentBased.*TraceIdRatioBased\{0\.25\}/,
    ],
  ])('chooses the sampler of %j', (environment, shown) => {
    expect(String(samplerOf(environment))).toMatch(shown);
  });

  it('changes only the parent of a trace context', () => {
    const id = spanIdFor('execution 1');
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    expect(withSpanId('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', id)).toBe(
      `00-0af7651916cd43dd8448eb211c80319c-${id}-01`,
    );
  });
});

describe('metrics as OTLP', () => {
  const convert = async (registry: Registry) => {
    const [metric] = await registry.getMetricsAsJSON();
    return metricDataOf(metric as Parameters<typeof metricDataOf>[0], [9, 0]);
  };

  it('turns a counter into a monotonic sum', async () => {
    const registry = new Registry();
    new Counter({ name: 'c', help: 'h', labelNames: ['a'], registers: [registry] }).inc(
      { a: 'x' },
      3,
    );
    expect(await convert(registry)).toMatchObject({
      descriptor: { name: 'c', description: 'h' },
      dataPointType: DataPointType.SUM,
      isMonotonic: true,
      dataPoints: [{ value: 3, attributes: { a: 'x' }, endTime: [9, 0] }],
    });
  });

  it('turns a gauge into a gauge', async () => {
    const registry = new Registry();
    new Gauge({ name: 'g', help: 'h', registers: [registry] }).set(-2);
    expect(await convert(registry)).toMatchObject({
      dataPointType: DataPointType.GAUGE,
      dataPoints: [{ value: -2 }],
    });
  });

  it('turns cumulative buckets into counts per bucket and label set', async () => {
    const registry = new Registry();
    const histogram = new Histogram({
      name: 'h',
      help: 'h',
      buckets: [1, 10],
      labelNames: ['a'],
      registers: [registry],
    });
    for (const value of [0.5, 5, 6, 50]) histogram.observe({ a: 'x' }, value);
    histogram.observe({ a: 'y' }, 2);
    expect(await convert(registry)).toMatchObject({
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: [
        {
          attributes: { a: 'x' },
          value: { buckets: { boundaries: [1, 10], counts: [1, 2, 1] }, sum: 61.5, count: 4 },
        },
        { attributes: { a: 'y' }, value: { buckets: { counts: [0, 1, 0] }, sum: 2, count: 1 } },
      ],
    });
  });
});
