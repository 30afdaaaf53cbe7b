/**
 * With the standard OTEL variables set, one run is one trace from trigger to webhook, and every
 * metric is exported by OTLP.
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { metricNamesIn } from '../scripts/metric-names.mjs';
import { startCluster, type Cluster } from './support/cluster.js';
import { eventually } from './support/eventually.js';
import { startOtlpCollector, type OtlpCollector } from './support/otlp-collector.js';
import { answer, startReceiver, type Receiver } from './support/receiver.js';

jest.setTimeout(180_000);

const traceId = '0af7651916cd43dd8448eb211c80319c';
const caller = 'b7ad6b7169203331';
let cluster: Cluster;
let collector: OtlpCollector;
let receiver: Receiver;

beforeAll(async () => {
  [collector, receiver] = await Promise.all([
    startOtlpCollector(),
    startReceiver(() => answer(200)),
  ]);
  cluster = await startCluster(undefined, {
    // The caller acts as a trusted proxy: traceparent is accepted from no other sender.
    FLOWLEDGER_TRUSTED_PROXIES: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_METRIC_EXPORT_INTERVAL: '1000',
    OTEL_METRIC_EXPORT_TIMEOUT: '900',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
  });
  const { api } = cluster;
  const created = await api.call('POST', '/api/v1/workflows', {
    name: 'Traced',
    definition: {
      blocks: [
        { id: 'hook', type: 'webhook', name: 'Webhook', config: { path: 'traced' } },
        { id: 'answer', type: 'response', name: 'Answer', config: { status: 200, body: {} } },
      ],
      edges: [{ from: 'hook', to: 'answer' }],
    },
  });
  const id = created.json.data.id as string;
  await api.call('POST', `/api/v1/workflows/${id}/deploy`);
  await api.call('POST', `/api/v1/workflows/${id}/subscriptions`, { url: receiver.url });
  const traceparent = `00-${traceId}-${caller}-01`;
  await api.trigger('traced', {}, { traceparent });
  await receiver.until((requests) => requests.length === 1);
});

afterAll(async () => {
  await cluster.stop();
  await receiver.close();
  await collector.close();
});

const named = (name: string) =>
  eventually(`the span ${name} arrives`, () =>
    collector.spans.find((span) => span.traceId === traceId && span.name === name),
  );

describe('OpenTelemetry', () => {
  it('records one trace from the trigger through execution and block to webhook', async () => {
    const trigger = await named('POST /api/webhooks/trigger/:token/:path');
    const execution = await named('execution');
    const block = await named('block response');
    const webhook = await named('POST webhook');
    expect(trigger).toMatchObject({ service: 'flowledger-api', parentSpanId: caller });
    expect(execution).toMatchObject({
      service: 'flowledger-relay',
      parentSpanId: trigger.spanId,
    });
    expect(block.parentSpanId).toBe(execution.spanId);
    expect(webhook).toMatchObject({
      service: 'flowledger-delivery',
      parentSpanId: trigger.spanId,
    });
    expect(BigInt(block.startTimeUnixNano)).toBeGreaterThanOrEqual(
      BigInt(execution.startTimeUnixNano),
    );
    expect(BigInt(block.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(execution.endTimeUnixNano));
  });

  it('propagates the trace of the attempt to the receiver', async () => {
    const webhook = await named('POST webhook');
    expect(receiver.requests[0]?.headers['traceparent']).toBe(`00-${traceId}-${webhook.spanId}-01`);
  });

  it('records no health probes', () => {
    expect(collector.spans.filter(({ name }) => name.includes('/health'))).toEqual([]);
  });

  it('exposes every metric of the dashboard and the alert rules', async () => {
    const pages = await Promise.all(
      [...cluster.apps.values()].map(async ({ url }) => (await fetch(`${url}/metrics`)).text()),
    );
    const live = new Set([...pages.join('\n').matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
    const deploy = join(import.meta.dirname, '../deploy');
    const dashboard = JSON.parse(
      await readFile(join(deploy, 'grafana/flowledger.json'), 'utf8'),
    ) as { panels: { targets: { expr: string }[] }[] };
    const asked = [
      await readFile(join(deploy, 'prometheus/alerts.yml'), 'utf8'),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ].flatMap(metricNamesIn);
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((name) => !live.has(name))).toEqual([]);
  });

  it('exports metrics of api, relay and projector', async () => {
    for (const [app, own] of [
      ['api', 'flowledger_topic_drift'],
      ['relay', 'flowledger_relay_published_total'],
      ['projector', 'flowledger_projection_lag_records'],
    ] as const) {
      await eventually(`${own} of ${app} arrives`, () =>
        collector.metrics.some(
          ({ service, name }) => service === `flowledger-${app}` && name === own,
        ),
      );
    }
  });
});
