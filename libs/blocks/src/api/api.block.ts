/**
 * `api`: the HTTP request block (spec 1.1). Every answer is a result, a 404 too; only "no answer after the retries" fails the
 * block. Each failed try is reported before the next one starts. The same Idempotency-Key goes along with every try.
 */
import { EgressError, type EgressResponse } from '@libs/egress';
import type { Scope, Template, TemplateCompiler } from '@libs/workflow';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BlockOutcome, defineBlock, type EffectContext } from '../block.js';
import { type ApiConfig, apiConfig } from './api.config.js';
import {
  type BuiltRequest,
  buildRequest,
  InvalidRequestError,
  type ResolvedConfig,
} from './build-request.js';
import { type ApiOutput, readBody } from './read-response.js';
import { isRetryableStatus, nextDelayMs, retryAfterMs } from './retry-policy.js';

/** Bytes of an answer, also when decompressed; leaves room for escaping in the 5 MB output of a block. */
const maxResponseBytes = 5 * 1024 * 1024;
const connectTimeoutMs = 10_000;
const maxRedirects = 5;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** What one try came to. */
type Attempt =
  | { readonly kind: 'answer'; readonly response: EgressResponse }
  | {
      readonly kind: 'none';
      readonly code: string;
      readonly message: string;
      readonly retryable: boolean;
    };

const terminalCodes = new Set([
  'EGRESS_DENIED',
  'INVALID_URL',
  'RESPONSE_TOO_LARGE',
  'ABORTED',
  'TLS_FAILED',
]);

const header = (response: EgressResponse, name: string): string | undefined => {
  const value = response.headers[name];
  return typeof value === 'string' ? value : value?.[0];
};

/** Follows redirects as browsers do; credentials never cross to another origin. */
function redirected(request: BuiltRequest, response: EgressResponse): BuiltRequest | null {
  const location = header(response, 'location');
  if (
    !redirectStatuses.has(response.status) ||
    location === undefined ||
    !URL.canParse(location, request.url)
  )
    return null;
  const target = new URL(location, request.url);
  const crosses = target.origin !== new URL(request.url).origin;
  const becomesGet =
    response.status === 303 ||
    (response.status !== 307 && response.status !== 308 && request.method === 'POST');
  return {
    method: becomesGet ? 'GET' : request.method,
    url: target.href,
    body: becomesGet ? null : request.body,
    headers: request.headers.filter(
      ([key]) =>
        !(
          crosses && ['authorization', 'cookie', 'proxy-authorization'].includes(key.toLowerCase())
        ) && !(becomesGet && key.toLowerCase() === 'content-type'),
    ),
  };
}

async function send(
  request: BuiltRequest,
  config: ApiConfig,
  context: EffectContext,
  leftMs: number,
): Promise<Attempt> {
  const startedAt = context.now();
  const budgetMs = Math.max(1, Math.min(config.timeoutMs, leftMs));
  try {
    let current = request;
    for (let redirects = 0; ; redirects += 1) {
      const response = await context.egress.request({
        method: current.method,
        url: current.url,
        headers: current.headers,
        ...(current.body !== null && { body: current.body }),
        connectTimeoutMs: Math.min(connectTimeoutMs, budgetMs),
        attemptTimeoutMs: Math.max(1, budgetMs - (context.now() - startedAt)),
        ...(config.idleTimeoutMs !== undefined && { idleTimeoutMs: config.idleTimeoutMs }),
        maxResponseBytes,
        onTooLarge: 'fail',
        decompress: true,
        signal: context.signal,
      });
      const next = redirects < maxRedirects ? redirected(current, response) : null;
      if (next === null) return { kind: 'answer', response };
      current = next;
    }
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    return {
      kind: 'none',
      code: error.code,
      message: error.message,
      retryable: !terminalCodes.has(error.code),
    };
  }
}

const statusError = (status: number): { code: string; message: string } => ({
  code: 'HTTP_STATUS',
  message: `The server answered with status ${status}`,
});

function outcomeOf(input: unknown, attempt: Attempt, attempts: number): BlockOutcome {
  if (attempt.kind === 'none') {
    const error = { code: attempt.code, message: attempt.message };
    const output: ApiOutput = {
      data: null,
      status: null,
      headers: {},
      error: { ...error, attempts },
    };
    return { input, output, ports: ['out'], error, tolerable: false, attempts };
  }
  const { status, headers, body } = attempt.response;
  const error = status >= 200 && status < 300 ? null : statusError(status);
  const output: ApiOutput = {
    data: readBody(body, header(attempt.response, 'content-type') ?? ''),
    status,
    headers,
    error: error && { ...error, attempts },
  };
  return { input, output, ports: ['out'], error, tolerable: true, attempts };
}

async function perform(
  request: BuiltRequest,
  config: ApiConfig,
  context: EffectContext,
): Promise<BlockOutcome> {
  const deadline = context.now() + config.totalTimeoutMs;
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    const startedAt = context.now();
    const attempt = await send(request, config, context, deadline - startedAt);
    const retryable =
      attempt.kind === 'answer' ? isRetryableStatus(attempt.response.status) : attempt.retryable;
    const asked =
      attempt.kind === 'answer'
        ? retryAfterMs(header(attempt.response, 'retry-after'), context.now())
        : null;
    const delayMs = retryable
      ? nextDelayMs(config.retry, attemptNumber, asked, context.random())
      : null;
    if (delayMs === null || context.signal.aborted || context.now() + delayMs >= deadline) {
      return outcomeOf(request, attempt, attemptNumber);
    }
    const failed = attempt.kind === 'answer' ? statusError(attempt.response.status) : attempt;
    context.onAttemptFailed({
      attemptNumber,
      status: attempt.kind === 'answer' ? attempt.response.status : null,
      errorCode: failed.code,
      message: failed.message,
      durationMs: Math.round(context.now() - startedAt),
      retryAt: context.now() + delayMs,
    });
    await sleep(delayMs, undefined, { signal: context.signal }).catch(() => undefined);
  }
}

function compileConfig(
  config: ApiConfig,
  compiler: TemplateCompiler,
): (scope: Scope) => ResolvedConfig {
  const parts: Record<'url' | 'pathParams' | 'query' | 'headers' | 'body', Template> = {
    url: compiler.value(config.url, '.url'),
    pathParams: compiler.value(config.pathParams, '.pathParams'),
    query: compiler.value(config.query, '.query'),
    headers: compiler.value(config.headers, '.headers'),
    body: compiler.value(config.body ?? null, '.body'),
  };
  return (scope) => ({
    method: config.method,
    url: parts.url(scope),
    pathParams: parts.pathParams(scope) as Record<string, unknown>,
    query: parts.query(scope) as { key: string; value: unknown }[],
    headers: parts.headers(scope) as { key: string; value: unknown }[],
    body: parts.body(scope),
  });
}

export const apiBlock = defineBlock({
  type: 'api',
  role: 'effect',
  config: apiConfig,
  compile: (config, compiler) => {
    const resolve = compileConfig(config, compiler);
    return {
      role: 'effect',
      perform: async (scope, context) => {
        const resolved = resolve(scope);
        let request: BuiltRequest;
        try {
          request = buildRequest(resolved, context.idempotencyKey);
        } catch (error) {
          if (!(error instanceof InvalidRequestError)) throw error;
          const attempt = {
            kind: 'none',
            code: error.code,
            message: error.message,
            retryable: false,
          } as const;
          return outcomeOf(resolved, attempt, 0);
        }
        return perform(request, config, context);
      },
    };
  },
});
