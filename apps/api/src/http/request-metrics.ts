/**
 * Request rates, errors and durations by route. Long polls and exports last as long as requested.
 */
import type { Metrics } from '@libs/platform';
import type { FastifyInstance } from 'fastify';

const bucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** `by` says whether a workflow or the api answered: a workflow's own 502 is not a fault here. */
const labels = ['method', 'route', 'status', 'by'] as const;
/** Label of unknown paths: callers can invent paths, and each would add a label value. */
const noRoute = 'none';

export function measureRequests(instance: FastifyInstance, metrics: Metrics): void {
  const seconds = metrics.histogram(
    'flowledger_http_request_seconds',
    'Time from the first byte of a request to the last byte of its answer',
    bucketsSeconds,
    labels,
  );
  instance.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? noRoute : (request.routeOptions.url ?? noRoute);
    const { method } = request;
    const by = reply.hasHeader('x-execution-id') ? 'workflow' : 'api';
    seconds.observe({ method, route, status: reply.statusCode, by }, reply.elapsedTime / 1_000);
    done();
  });
}
