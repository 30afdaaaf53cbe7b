/**
 * OpenTelemetry, opt-in by the standard variables: set OTEL_EXPORTER_OTLP_ENDPOINT (or that of one
 * signal). All of it is imported here on demand, so a process without it neither loads nor runs any
 * of it.
 */
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Environment } from './otel-environment.js';
import type { Tracing } from './tracing.js';

export interface Telemetry {
  /** Null when only metrics are wanted. */
  readonly tracing: Tracing | null;
  exportMetrics(registry: Registry): Promise<void>;
  /**
   * Sends the rest, then ends. Never rejects: a collector that is away must not delay a stop.
   */
  shutdown(): Promise<void>;
}

type Signal = 'TRACES' | 'METRICS';

function wants(environment: Environment, signal: Signal): boolean {
  if (environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return false;
  const exporter = environment[`OTEL_${signal}_EXPORTER`];
  if (exporter !== undefined) return exporter === 'otlp';
  return (
    environment['OTEL_EXPORTER_OTLP_ENDPOINT'] !== undefined ||
    environment[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`] !== undefined
  );
}

/** @throws Error naming an unsupported protocol */
function usesJson(environment: Environment, signal: Signal): boolean {
  const protocol =
    environment[`OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`] ??
    environment['OTEL_EXPORTER_OTLP_PROTOCOL'] ??
    'http/protobuf';
  if (protocol === 'http/json') return true;
  if (protocol === 'http/protobuf') return false;
  throw new Error(
    `OTEL_EXPORTER_OTLP_PROTOCOL: ${protocol} is not supported; http/protobuf or http/json`,
  );
}

/**
 * The exporters read endpoint, headers, compression and timeout from the environment themselves.
 */
const traceExporter = async (json: boolean) => {
  const { OTLPTraceExporter } = json
    ? await import('@opentelemetry/exporter-trace-otlp-http')
    : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter();
};
const metricExporter = async (json: boolean) => {
  const { OTLPMetricExporter } = json
    ? await import('@opentelemetry/exporter-metrics-otlp-http')
    : await import('@opentelemetry/exporter-metrics-otlp-proto');
  return new OTLPMetricExporter();
};

/** @returns null when nothing was opted in to */
export async function startTelemetry(
  name: string,
  logger: Logger,
  environment: Environment = process.env,
): Promise<Telemetry | null> {
  const [traces, metrics] = [wants(environment, 'TRACES'), wants(environment, 'METRICS')];
  if (!traces && !metrics) return null;
  const { diag, DiagLogLevel } = await import('@opentelemetry/api');
  const { detectResources, envDetector, resourceFromAttributes, serviceInstanceIdDetector } =
    await import('@opentelemetry/resources');
  const warn = (message: string, ...details: unknown[]): void =>
    logger.warn({ details }, `opentelemetry: ${message}`);
  const silent = (): void => undefined;
  const own = { error: warn, warn, info: silent, debug: silent, verbose: silent };
  diag.setLogger(own, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const resource = resourceFromAttributes({ 'service.name': name }).merge(
    detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }),
  );
  const closers: (() => Promise<void>)[] = [];
  let tracing: Tracing | null = null;
  if (traces) {
    const { createOtelTracing } = await import('./otel-tracing.js');
    const exporter = await traceExporter(usesJson(environment, 'TRACES'));
    const made = createOtelTracing(exporter, resource, environment);
    closers.push(() => made.shutdown());
    tracing = made;
  }
  return {
    tracing,
    async exportMetrics(registry) {
      if (!metrics) return;
      const { exportMetrics } = await import('./otel-metrics.js');
      const exporter = await metricExporter(usesJson(environment, 'METRICS'));
      closers.push(exportMetrics(registry, exporter, resource, environment));
    },
    async shutdown() {
      await Promise.allSettled(closers.map((close) => close()));
    },
  };
}
