/** Builds the outgoing URL, headers and body from a resolved configuration. Pure. */
import { templateText } from '@libs/workflow';
import type { HttpRequest } from '../http-call/redirect.js';
import { methodsWithBody } from './api.config.js';
import { type BodyType, encodeBody } from './encode-body.js';
import { InvalidRequestError } from './invalid-request.js';

export interface ResolvedConfig {
  readonly method: string;
  readonly url: unknown;
  readonly pathParams: Readonly<Record<string, unknown>>;
  readonly query: readonly { readonly key: string; readonly value: unknown }[];
  readonly headers: readonly { readonly key: string; readonly value: unknown }[];
  readonly body: unknown;
  /** Null: derived from the value and the author's content type. */
  readonly bodyType: BodyType | null;
  /** The author wrote the body as JSON text around references. */
  readonly isJsonTemplate: boolean;
}

export interface BuiltRequest extends HttpRequest {
  /** The body as the log shows it. */
  readonly shownBody: unknown;
}

/** Replaces whole `:name` segments of the path: `:id` must match neither `:ident` nor a port. */
function withPathParams(path: string, params: Readonly<Record<string, unknown>>): string {
  return path
    .split('/')
    .map((segment) => {
      const name = /^:([A-Za-z_][A-Za-z0-9_]*)$/.exec(segment)?.[1];
      if (name === undefined || !Object.hasOwn(params, name)) return segment;
      const value = templateText(params[name]);
      if (value === '')
        throw new InvalidRequestError(
          'MISSING_PATH_PARAM',
          `The path parameter ":${name}" has no value`,
        );
      // URL parsers would still remove an encoded dot segment, and the URL would leave its path.
      if (value === '.' || value === '..') {
        throw new InvalidRequestError(
          'INVALID_PATH_PARAM',
          `The path parameter ":${name}" must not be "${value}", which would lead to another path`,
        );
      }
      return encodeURIComponent(value);
    })
    .join('/');
}

const maxQueryValues = 10_000;

function buildUrl(config: ResolvedConfig): string {
  const text = templateText(config.url).trim();
  const parts = /^(https?:\/\/[^/?#]+)([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(text);
  if (parts === null) {
    const shown = text === '' ? 'is empty' : 'is not an http or https URL';
    throw new InvalidRequestError('INVALID_URL', `The URL ${shown}`);
  }
  const [, origin = '', path = '', query = ''] = parts;
  const values = config.query
    .filter(({ value }) => value !== null && value !== undefined)
    .flatMap(({ key, value }) =>
      Array.isArray(value)
        ? value.map((one: unknown) => [key, one] as const)
        : [[key, value] as const],
    );
  if (values.length > maxQueryValues)
    throw new InvalidRequestError(
      'INVALID_URL',
      `A query may have at most ${maxQueryValues} values; each item of a list is one`,
    );
  const pairs = values.map(
    ([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(templateText(value))}`,
  );
  const search = [query.slice(1), ...pairs].filter((piece) => piece !== '').join('&');
  const url = `${origin}${withPathParams(path, config.pathParams)}${search === '' ? '' : `?${search}`}`;
  if (!URL.canParse(url)) throw new InvalidRequestError('INVALID_URL', 'The URL is not valid');
  return new URL(url).href;
}

/** @throws InvalidRequestError naming the problem, without values: they may be secret */
export function buildRequest(config: ResolvedConfig, idempotencyKey: string): BuiltRequest {
  const headers = config.headers
    .filter(({ value }) => value !== null && value !== undefined)
    .map(({ key, value }) => [key, templateText(value)] as const);
  for (const [key, value] of headers) {
    if (/[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/.test(value)) {
      throw new InvalidRequestError(
        'INVALID_HEADER',
        `The value of the header "${key}" has characters that HTTP does not allow`,
      );
    }
  }
  const valueOf = (name: string): string | null =>
    headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? null;
  const sendsBody =
    methodsWithBody.has(config.method) && config.body !== undefined && config.body !== null;
  const contentType = valueOf('content-type');
  const encoded = sendsBody ? encodeBody(config, contentType, idempotencyKey) : null;
  // Only the encoder knows the boundary: the author's header would make the body unreadable.
  const ownsType = encoded?.contentType.startsWith('multipart/') === true;
  const kept = ownsType ? headers.filter(([key]) => key.toLowerCase() !== 'content-type') : headers;
  const defaults: (readonly [string, string])[] = [];
  if (valueOf('idempotency-key') === null) defaults.push(['idempotency-key', idempotencyKey]);
  if (valueOf('user-agent') === null) defaults.push(['user-agent', 'Flowledger/1']);
  if (valueOf('accept') === null) defaults.push(['accept', '*/*']);
  if (encoded !== null && (contentType === null || ownsType)) {
    defaults.push(['content-type', encoded.contentType]);
  }
  return {
    method: config.method,
    url: buildUrl(config),
    headers: [...kept, ...defaults],
    body: encoded?.bytes ?? null,
    shownBody: encoded?.shown ?? null,
  };
}
