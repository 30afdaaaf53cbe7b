/** A collector of OpenTelemetry data: OTLP over HTTP as JSON, on a free loopback port. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface CollectedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

export interface CollectedMetric {
  readonly service: string;
  readonly name: string;
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string };
}
type Resources = readonly ({
  readonly resource: { readonly attributes: readonly Attribute[] };
} & Readonly<Record<string, unknown>>)[];

export interface OtlpCollector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  readonly metrics: readonly CollectedMetric[];
  close(): Promise<void>;
}

function membersOf<T>(resources: Resources, scopes: string, members: string): T[] {
  return resources.flatMap((one) => {
    const service = one.resource.attributes.find(({ key }) => key === 'service.name');
    return (one[scopes] as Record<string, object[]>[]).flatMap((scope) =>
      (scope[members] ?? []).map(
        (member) => ({ ...member, service: service?.value.stringValue }) as T,
      ),
    );
  });
}

export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = [];
  const metrics: CollectedMetric[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const sent = JSON.parse(body) as { resourceSpans?: Resources; resourceMetrics?: Resources };
      spans.push(...membersOf<CollectedSpan>(sent.resourceSpans ?? [], 'scopeSpans', 'spans'));
      metrics.push(
        ...membersOf<CollectedMetric>(sent.resourceMetrics ?? [], 'scopeMetrics', 'metrics'),
      );
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
