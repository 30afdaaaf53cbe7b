/** From a resolved configuration to the URL, headers and body that go out. Pure. */
import { templateText } from '@libs/workflow';
import { methodsWithBody } from './api.config.js';

export interface ResolvedConfig {
  readonly method: string;
  readonly url: unknown;
  readonly pathParams: Readonly<Record<string, unknown>>;
  readonly query: readonly { readonly key: string; readonly value: unknown }[];
  readonly headers: readonly { readonly key: string; readonly value: unknown }[];
  readonly body: unknown;
}

export interface BuiltRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | null;
}

/** The configuration resolved to something that can't be sent. */
export class InvalidRequestError extends Error {
  override readonly name = 'InvalidRequestError';
  constructor(
    readonly code: 'INVALID_URL' | 'MISSING_PATH_PARAM' | 'INVALID_HEADER',
    message: string,
  ) {
    super(message);
  }
}

/** Replaces whole `:name` segments of the path, so that `:id` never eats `:ident` nor the port. */
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
          `The path parameter "${name}" is empty`,
        );
      // An encoded dot segment would still be removed by URL parsers and climb out of its place.
      if (value === '.' || value === '..') {
        throw new InvalidRequestError(
          'MISSING_PATH_PARAM',
          `The path parameter "${name}" must not be "${value}"`,
        );
      }
      return encodeURIComponent(value);
    })
    .join('/');
}

function buildUrl(config: ResolvedConfig): string {
  const text = templateText(config.url).trim();
  const parts = /^(https?:\/\/[^/?#]+)([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(text);
  if (parts === null) {
    const shown = text === '' ? 'is empty' : 'is not an http or https URL';
    throw new InvalidRequestError('INVALID_URL', `The URL ${shown}`);
  }
  const [, origin = '', path = '', query = ''] = parts;
  const pairs = config.query
    .filter(({ value }) => value !== null && value !== undefined)
    .flatMap(({ key, value }) =>
      Array.isArray(value)
        ? value.map((one: unknown) => [key, one] as const)
        : [[key, value] as const],
    )
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(templateText(value))}`);
  const search = [query.slice(1), ...pairs].filter((piece) => piece !== '').join('&');
  const url = `${origin}${withPathParams(path, config.pathParams)}${search === '' ? '' : `?${search}`}`;
  if (!URL.canParse(url)) throw new InvalidRequestError('INVALID_URL', 'The URL can not be parsed');
  return new URL(url).href;
}

/**
 * @throws InvalidRequestError naming what is wrong; values are not repeated in messages, they may be secret
 */
export function buildRequest(config: ResolvedConfig, idempotencyKey: string): BuiltRequest {
  const headers = config.headers
    .filter(({ value }) => value !== null && value !== undefined)
    .map(({ key, value }) => [key, templateText(value)] as const);
  for (const [key, value] of headers) {
    if (/[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/.test(value)) {
      throw new InvalidRequestError(
        'INVALID_HEADER',
        `The value of the header "${key}" has characters that HTTP forbids`,
      );
    }
  }
  const has = (name: string): boolean => headers.some(([key]) => key.toLowerCase() === name);
  const sendsBody =
    methodsWithBody.has(config.method) && config.body !== undefined && config.body !== null;
  const body = !sendsBody
    ? null
    : typeof config.body === 'string'
      ? config.body
      : JSON.stringify(config.body);
  const defaults: (readonly [string, string])[] = [];
  if (!has('idempotency-key')) defaults.push(['idempotency-key', idempotencyKey]);
  if (!has('user-agent')) defaults.push(['user-agent', 'Flowledger/1']);
  if (!has('accept')) defaults.push(['accept', '*/*']);
  if (body !== null && !has('content-type')) {
    defaults.push([
      'content-type',
      typeof config.body === 'string' && !looksLikeJson(config.body)
        ? 'text/plain; charset=utf-8'
        : 'application/json',
    ]);
  }
  return { method: config.method, url: buildUrl(config), headers: [...headers, ...defaults], body };
}

function looksLikeJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
