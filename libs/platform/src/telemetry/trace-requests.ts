/** One server span per HTTP request, but for probes. What the request causes finds the span in its `traceparent` header. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LiveSpan, Tracing } from './tracing.js';

const untraced = /^\/(health|metrics)(\/|$|\?)/;

/** Before any route is registered. */
export function traceRequests(server: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, LiveSpan>();
  server.addHook('onRequest', (request, _reply, done) => {
    if (!untraced.test(request.url)) {
      const { traceparent } = request.headers;
      const span = tracing.start({
        name: request.method,
        kind: 'server',
        parent: typeof traceparent === 'string' ? traceparent : null,
        attributes: {
          'http.request.method': request.method,
          'url.path': request.url.split('?', 1)[0] ?? '',
        },
      });
      if (span !== null) {
        spans.set(request, span);
        request.headers['traceparent'] = span.traceparent;
      }
    }
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url;
    spans.get(request)?.end({
      ...(route !== undefined && { name: `${request.method} ${route}` }),
      attributes: {
        'http.response.status_code': reply.statusCode,
        ...(route !== undefined && { 'http.route': route }),
      },
      error: failureOf(reply),
    });
    done();
  });
}

/** By OpenTelemetry's conventions a refusal (4xx) is no error of the server. */
const failureOf = ({ statusCode }: FastifyReply): string | undefined =>
  statusCode >= 500 ? `HTTP ${statusCode}` : undefined;
