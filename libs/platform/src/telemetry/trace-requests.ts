/**
 * One server span per HTTP request, except for probes. Spans name the route, never the URL: paths
 * and queries may hold secrets, such as the token of an approval.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LiveSpan, Tracing } from './tracing.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** W3C trace context for the work that the request causes; null when there is none. */
    traceparent?: string | null;
  }
}

const untraced = /^\/(health|metrics)(\/|$|\?)/;

/**
 * Call before registering any route, and after the hook that decides which trace context to trust.
 */
export function traceRequests(server: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, LiveSpan>();
  server.addHook('onRequest', (request, _reply, done) => {
    if (!untraced.test(request.url)) {
      const { method } = request;
      const { url: route } = request.routeOptions;
      const span = tracing.start({
        name: route === undefined ? method : `${method} ${route}`,
        kind: 'server',
        parent: request.traceparent ?? null,
        attributes: {
          'http.request.method': method,
          ...(route !== undefined && { 'http.route': route }),
        },
      });
      if (span !== null) {
        spans.set(request, span);
        request.traceparent = span.traceparent;
      }
    }
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end({
      attributes: { 'http.response.status_code': reply.statusCode },
      error: failureOf(reply),
    });
    done();
  });
}

/** By OpenTelemetry's conventions a refusal (4xx) is not an error of the server. */
const failureOf = ({ statusCode }: FastifyReply): string | undefined =>
  statusCode >= 500 ? `HTTP ${statusCode}` : undefined;
