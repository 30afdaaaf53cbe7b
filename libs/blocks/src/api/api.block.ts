/**
 * `api`: the HTTP request block (spec 1.1). Every answer is a result, even a 404. Only "no answer
 * after the retries" fails the block. Every try sends the same Idempotency-Key.
 */
import { parseText, type Scope, type Template, type TemplateCompiler } from '@libs/workflow';
import { type BlockError, type BlockOutcome, defineBlock } from '../block.js';
import { type Attempt, callHttp, statusError } from '../http-call/http-call.js';
import { headerOf } from '../http-call/redirect.js';
import { SecretHostDeniedError } from '../secrets/secret-host-denied.js';
import { SentSecrets } from '../secrets/sent-secrets.js';
import { secretMayBeHost } from '../secrets/url-template.js';
import { type ApiConfig, apiConfig } from './api.config.js';
import { type BuiltRequest, buildRequest, type ResolvedConfig } from './build-request.js';
import { InvalidRequestError } from './invalid-request.js';
import { missingParams, unusedParams } from './path-params.js';
import { type ApiOutput, hasTooManyValues, readBody, unknownCharset } from './read-response.js';

const tooManyValues = {
  code: 'RESPONSE_TOO_COMPLEX',
  message:
    'The JSON answer has too many values. At most about 250,000 objects and lists, or 2 million other values, are read. Ask for fewer, or page through them',
} as const;

/** Why the body of an answer can't be read; null when it can. */
function refusalOf(body: Buffer, contentType: string): BlockError | null {
  if (hasTooManyValues(body, contentType)) return tooManyValues;
  const charset = unknownCharset(contentType);
  if (charset === null) return null;
  const message = `The answer is text in the charset "${charset}", which is unknown. Ask the server for UTF-8`;
  return { code: 'UNKNOWN_CHARSET', message };
}

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
  const contentType = headerOf(attempt.response, 'content-type') ?? '';
  const refusal = refusalOf(body, contentType);
  const failure = status >= 200 && status < 300 ? null : statusError(status);
  const error = refusal ?? failure;
  const output: ApiOutput = {
    data:
      refusal === null
        ? readBody(body, contentType, headerOf(attempt.response, 'content-disposition') ?? '')
        : null,
    status,
    headers,
    error: error && { ...error, attempts },
  };
  return { input, output, ports: ['out'], error, tolerable: refusal === null, attempts };
}

/** Text that the author wrote as JSON around references. `{{NAME}}` is a secret. */
const isJsonTemplate = (body: unknown): boolean =>
  typeof body === 'string' &&
  /^\s*(?:\{\s*"|\[\s*[{["])/.test(body) &&
  parseText(body, () => false).length > 1;

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
    bodyType: config.bodyType ?? null,
    isJsonTemplate: isJsonTemplate(config.body),
  });
}

export const apiBlock = defineBlock({
  type: 'api',
  role: 'effect',
  config: apiConfig,
  outputs: {
    data: 'body of the answer: parsed JSON, text, or `{ name?, base64, contentType, sizeBytes }`, `name` from `Content-Disposition`',
    status: 'HTTP status, or null without an answer',
    headers:
      'headers of the answer, with lower-case names; a list if the header came more than once',
    error: '`{ code, message, attempts }` when it failed, else null',
  },
  refusedOnSave: missingParams,
  warnings: unusedParams,
  calls: ({ url }) => ({ url, fields: ['url', 'pathParams', 'query', 'headers', 'body'] }),
  compile: (config, compiler) => {
    const resolve = compileConfig(config, compiler);
    const mayBeHost = secretMayBeHost(config.url);
    return {
      role: 'effect',
      perform: async (scope, context) => {
        const secrets = new SentSecrets(scope, mayBeHost);
        const resolved = resolve(secrets.scope);
        let request: BuiltRequest;
        try {
          request = buildRequest(resolved, context.idempotencyKey);
          secrets.check(request.url);
        } catch (error) {
          if (!(error instanceof InvalidRequestError || error instanceof SecretHostDeniedError))
            throw error;
          const { code, message } = error;
          return outcomeOf(resolved, { kind: 'none', code, message, retryable: false }, 0);
        }
        const { method, url, headers, shownBody } = request;
        const egress = secrets.guard(context.egress);
        const called = await callHttp(request, config, { ...context, egress });
        if ('kind' in called) return called;
        const { attempt, attempts } = called;
        return outcomeOf({ method, url, headers, body: shownBody }, attempt, attempts);
      },
    };
  },
});
