/**
 * Bodies are JSON and nothing else, but for trigger URLs, which take form pairs too: senders of webhooks choose their own form.
 * An empty body under a JSON content type is `{}`: many clients send the header with every request. Keys that would poison a
 * prototype are refused as malformed.
 */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came; only at trigger URLs, for signatures. */
    rawBody?: Buffer;
  }
}

const triggerUrls = '/api/webhooks/trigger/';
const jsonType = /^application\/(?:[\w.+-]+\+)?json\b/i;

/** No stack of ours, and none of Postgres' jsonb, gives up before. */
const maxDepth = 200;

const malformed = (): ApiError => new ApiError(400, 'MALFORMED_JSON', 'The body is not valid JSON');

/** Brackets are counted first, which is cheap: only a body with very many of them is walked through. */
function depthProblem(body: Buffer, parsed: unknown): ApiError | null {
  let opened = 0;
  for (const byte of body) if (byte === 0x5b || byte === 0x7b) opened += 1;
  if (opened <= maxDepth || !isDeeperThan(parsed, maxDepth)) return null;
  return new ApiError(400, 'MALFORMED_JSON', `The body is nested deeper than ${maxDepth} levels`);
}

/** Without recursion: the stack is what such a body is after. */
function isDeeperThan(value: unknown, levels: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    level = level.filter((one) => one !== null && typeof one === 'object').flatMap(Object.values);
    if (depth >= levels && level.length > 0) return true;
  }
  return false;
}

const formType = 'application/x-www-form-urlencoded';

/** A field that came more than once is a list. */
function formFields(text: string): Record<string, unknown> {
  const params = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(params.keys())].map((key) => {
      const values = params.getAll(key);
      return [key, values.length === 1 ? values[0] : values];
    }),
  );
}

export function acceptBodies(instance: FastifyInstance): void {
  const parse = instance.getDefaultJsonParser('error', 'error');
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser(jsonType, { parseAs: 'buffer' }, (request, body, done) => {
    if (request.url.startsWith(triggerUrls)) request.rawBody = Buffer.from(body);
    if (body.length === 0) {
      done(null, {});
      return;
    }
    if (typeof body === 'string' || !isUtf8(body)) {
      done(malformed());
      return;
    }
    void parse(request, body.toString('utf8'), (error, parsed: unknown) => {
      done(error === null ? depthProblem(body, parsed) : malformed(), parsed);
    });
  });
  instance.addContentTypeParser(formType, { parseAs: 'buffer' }, (request, body, done) => {
    if (!request.url.startsWith(triggerUrls)) {
      done(new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON'));
      return;
    }
    request.rawBody = Buffer.from(body);
    done(null, formFields(body.toString('utf8')));
  });
}
