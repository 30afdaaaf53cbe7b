/**
 * Exports the registry of /metrics over OTLP; nothing is measured twice. Loaded only when opted in.
 */
import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  MeterProvider,
  type MetricData,
  type MetricDescriptor,
  type MetricProducer,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';
import { numberOf, type Environment } from './otel-environment.js';

type PromMetric = MetricObjectWithValues<MetricValue<string>>;
type PromValue = PromMetric['values'][number] & { readonly metricName?: string };

const hrTime = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)];

/** All metrics count from the start of the process. */
const startTime = hrTime(performance.timeOrigin);

/** One point per set of labels, from prom-client's cumulative buckets. */
function histogramPoints(values: readonly PromValue[], endTime: HrTime): DataPoint<Histogram>[] {
  const groups = new Map<string, { attributes: Attributes; values: PromValue[] }>();
  for (const value of values) {
    const { le: _, ...attributes } = value.labels as Record<string, string | number>;
    const key = JSON.stringify(attributes);
    const group = groups.get(key) ?? { attributes, values: [] };
    groups.set(key, group);
    group.values.push(value);
  }
  return [...groups.values()].map((group) => {
    const named = (suffix: string): PromValue[] =>
      group.values.filter(({ metricName }) => metricName?.endsWith(suffix));
    const buckets = named('_bucket');
    const cumulative = buckets.map(({ value }) => value);
    const bounds = buckets.map(({ labels }) => Number((labels as { le?: unknown }).le));
    return {
      startTime,
      endTime,
      attributes: group.attributes,
      value: {
        buckets: {
          // Prometheus lists the last bucket, +Inf; OTLP implies it.
          boundaries: bounds.filter((bound) => Number.isFinite(bound)),
          counts: cumulative.map((count, index) => count - (cumulative[index - 1] ?? 0)),
        },
        sum: named('_sum')[0]?.value ?? 0,
        count: named('_count')[0]?.value ?? 0,
      },
    };
  });
}

/** Null for a summary: OTLP has no type for it, and we have none. */
export function metricDataOf(metric: PromMetric, endTime: HrTime): MetricData | null {
  const descriptor: MetricDescriptor = {
    name: metric.name,
    description: metric.help,
    unit: '',
    valueType: ValueType.DOUBLE,
  };
  const base = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
  const points = (): DataPoint<number>[] =>
    metric.values.map(({ value, labels }) => ({
      startTime,
      endTime,
      attributes: labels,
      value,
    }));
  switch (String(metric.type)) {
    case 'counter':
      return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() };
    case 'gauge':
      return { ...base, dataPointType: DataPointType.GAUGE, dataPoints: points() };
    case 'histogram': {
      const dataPoints = histogramPoints(metric.values, endTime);
      return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints };
    }
    default:
      return null;
  }
}

/** @returns a function that sends the last figures and stops the export */
export function exportMetrics(
  registry: Registry,
  exporter: PushMetricExporter,
  resource: Resource,
  environment: Environment,
): () => Promise<void> {
  const producer: MetricProducer = {
    async collect() {
      const endTime = hrTime(Date.now());
      const found = (await registry.getMetricsAsJSON()) as PromMetric[];
      const metrics = found.flatMap((metric) => metricDataOf(metric, endTime) ?? []);
      const scopeMetrics = [{ scope: { name: 'flowledger' }, metrics }];
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] };
    },
  };
  const reader = new PeriodicExportingMetricReader({
    exporter,
    metricProducers: [producer],
    ...numberOf(environment, 'OTEL_METRIC_EXPORT_INTERVAL', 'exportIntervalMillis'),
    ...numberOf(environment, 'OTEL_METRIC_EXPORT_TIMEOUT', 'exportTimeoutMillis'),
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
  return () => provider.shutdown();
}
