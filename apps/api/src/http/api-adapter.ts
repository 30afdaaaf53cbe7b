/**
 * The HTTP server of the api: size limits, timeouts against slow clients, request ids, and one
 * error shape, also for requests refused before routing. `createApiAdapter` and `configureApi` are
 * passed to `runProcess`.
 */
import type { Config } from '@libs/config';
import { CONFIG, LOGGER, Metrics, TRACING, type Tracing } from '@libs/platform';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { carryTraceContext } from '../bus/bus.js';
import { errorBodyOf, unavailable } from '../errors/api-error.js';
import { translateError } from '../errors/translate-error.js';
import { AllowedMethods } from './allowed-methods.js';
import { callerContext } from './caller-context.js';
import { compressAnswersOfPages } from './compressed-answers.js';
import {
  type ConnectionTimes,
  connectionTimes,
  letGoOfWhoTakesNothing,
} from './connection-times.js';
import { acceptBodies } from './json-body.js';
import { jsonOf } from './json-text.js';
import { sendLargeAnswersInParts } from './large-answers.js';
import { answerBrokenRequest, lingerAfterEarlyAnswers } from './lingering-close.js';
import { OwnHeaders } from './own-headers.js';
import { followRequests, guardProcess } from './request-guard.js';
import { securityHeaders, triggerSecurityHeaders } from './security-headers.js';
import { Shutdown } from './shutdown.js';
import { isTriggerRequest, separateTriggers, triggerPath } from './trigger-origin.js';

/** The largest trigger body. */
const bodyLimitBytes = 10 * 1024 * 1024;
const maxParamLength = 500;

const requestBucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** `by` says whether a workflow or the api answered: a workflow's own 502 is not a fault here. */
const requestLabels = ['method', 'route', 'status', 'by'] as const;
/** Label of unknown paths: callers can invent paths, and each would add a label value. */
const noRoute = 'none';

/** For requests that no hook sees, such as one whose path can't be decoded. */
const sendErrorWith =
  (triggerHeaders: Readonly<Record<string, string>>) =>
  (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const translated = translateError(error);
    const more = request.url.startsWith(triggerPath) ? triggerHeaders : {};
    void reply
      .status(translated.status)
      .headers({ 'x-request-id': request.id, ...more, ...translated.headers })
      .send(errorBodyOf(translated, request.id));
  };

export interface ApiAdapterOptions {
  /**
   * Addresses and CIDRs. `X-Forwarded-For` is followed from its nearest entry while it names these.
   * `x-request-id` and `traceparent` are accepted from the nearest one. Default: none.
   */
  readonly trustedProxies?: readonly string[];
  /** The triggers' own origin. Default: none, so the api's host serves them. */
  readonly triggerUrl?: string | undefined;
  /** Default: `connectionTimes`. */
  readonly times?: ConnectionTimes;
}

export function createApiAdapter({
  trustedProxies = [],
  triggerUrl,
  times = connectionTimes,
}: ApiAdapterOptions = {}): FastifyAdapter {
  const { requestIdOf, traceparentOf } = callerContext(trustedProxies);
  const adapter = new FastifyAdapter({
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: bodyLimitBytes,
    requestTimeout: times.requestMs,
    keepAliveTimeout: times.keepAliveMs,
    connectionTimeout: times.untakenMs,
    http: { headersTimeout: times.headersMs, connectionsCheckingInterval: times.checkEveryMs },
    routerOptions: { maxParamLength, ignoreTrailingSlash: true },
    genReqId: requestIdOf,
    requestIdHeader: false,
    // During shutdown `configureApi` answers in our own error shape.
    return503OnClosing: false,
    frameworkErrors: sendErrorWith(triggerSecurityHeaders({}, triggerUrl !== undefined)),
    clientErrorHandler: answerBrokenRequest,
  });
  const instance = adapter.getInstance();
  const allowedMethods = new AllowedMethods();
  allowedMethods.learnFrom(instance);
  instance.decorate('allowedMethods', allowedMethods);
  instance.decorate('ownHeaders', new OwnHeaders());
  followRequests(instance);
  instance.decorateRequest('traceparent', null);
  instance.addHook('onRequest', (request, reply, done) => {
    // No cache may keep an answer, unless its route says otherwise.
    void reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
    request.traceparent = traceparentOf(request.raw);
    done();
  });
  instance.setReplySerializer(jsonOf);
  letGoOfWhoTakesNothing(instance);
  lingerAfterEarlyAnswers(instance);
  sendLargeAnswersInParts(instance);
  compressAnswersOfPages(instance);
  acceptBodies(instance);
  return adapter;
}

/** Call before listening: security headers, metrics, and a clear answer during shutdown. */
export async function configureApi(app: NestFastifyApplication): Promise<void> {
  const instance = app.getHttpAdapter().getInstance();
  const { FLOWLEDGER_TRIGGER_URL: triggerUrl } = app.get<Config>(CONFIG);
  const stopGuarding = guardProcess(app.get<Logger>(LOGGER));
  instance.addHook('onClose', (_instance, done) => {
    stopGuarding();
    done();
  });
  const headers = await securityHeaders();
  const triggerHeaders = triggerSecurityHeaders(headers, triggerUrl !== undefined);
  instance.ownHeaders?.add(Object.keys(headers));
  instance.addHook('onRequest', (request, reply, done) => {
    void reply.headers(isTriggerRequest(request) ? triggerHeaders : headers);
    done();
  });
  measureRequests(instance, app.get(Metrics));
  if (app.get<Tracing>(TRACING).enabled) carryTraceContext(instance);
  if (triggerUrl !== undefined) separateTriggers(instance, triggerUrl);
  refuseWhileStopping(instance, app.get(Shutdown));
}

/**
 * Request rates, errors and durations by route. Long polls and exports last as long as requested.
 */
function measureRequests(instance: FastifyInstance, metrics: Metrics): void {
  const seconds = metrics.histogram(
    'flowledger_http_request_seconds',
    'Time from the first byte of a request to the last byte of its answer',
    requestBucketsSeconds,
    requestLabels,
  );
  instance.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? noRoute : (request.routeOptions.url ?? noRoute);
    const { method } = request;
    const by = reply.hasHeader('x-execution-id') ? 'workflow' : 'api';
    seconds.observe({ method, route, status: reply.statusCode, by }, reply.elapsedTime / 1_000);
    done();
  });
}

function refuseWhileStopping(instance: FastifyInstance, shutdown: Shutdown): void {
  instance.addHook('onRequest', (_request, reply, done) => {
    if (!shutdown.begun) {
      done();
      return;
    }
    void reply.header('connection', 'close');
    done(unavailable('This process is stopping and'));
  });
}
