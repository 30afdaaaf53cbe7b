/**
 * Bodies are JSON and nothing else. An empty body under a JSON content type is `{}`: many clients send the header with every
 * request. Keys that would poison a prototype are refused as malformed.
 */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.js';

const jsonType = /^application\/(?:[\w.+-]+\+)?json\b/i;

const malformed = (): ApiError => new ApiError(400, 'MALFORMED_JSON', 'The body is not valid JSON');

export function acceptJsonOnly(instance: FastifyInstance): void {
  const parse = instance.getDefaultJsonParser('error', 'error');
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser(jsonType, { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) {
      done(null, {});
      return;
    }
    if (typeof body === 'string' || !isUtf8(body)) {
      done(malformed());
      return;
    }
    void parse(request, body.toString('utf8'), (error, parsed: unknown) => {
      done(error === null ? null : malformed(), parsed);
    });
  });
}
