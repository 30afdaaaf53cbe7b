/**
 * Bodies are JSON and nothing else, but for trigger URLs, which take forms too: senders of webhooks choose their own form.
 * An empty body under a JSON content type is `{}`: many clients send the header with every request. Keys that would poison a
 * prototype are refused by name.
 */
import { isTooHeavy } from '@libs/contracts';
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { byName } from './by-name.js';
import { findForbiddenKey } from './forbidden-keys.js';
import { type MultipartBody, parseMultipart } from './multipart-body.js';
import { isTriggerRequest } from './trigger-origin.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came; only at trigger URLs, for signatures. */
    rawBody?: Buffer;
    /** Of a multipart form; only at trigger URLs. */
    formFiles?: MultipartBody['files'];
  }
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json\b/i;

/** No stack of ours, and none of Postgres' jsonb, gives up before. */
const maxDepth = 200;

const largeBodyBytes = 256 * 1_024;

const malformed = (): ApiError => new ApiError(400, 'MALFORMED_JSON', 'The body is not valid JSON');

/** Why the parser refused a text: it is no JSON, or it holds a key that is not allowed. */
function refusalOf(text: string): ApiError {
  try {
    const forbidden = findForbiddenKey(JSON.parse(text.replace(/^\uFEFF/, '')));
    if (forbidden === null) return malformed();
    const { key, place } = forbidden;
    const message = `The key "${key}" at ${place} is not allowed; rename it`;
    return new ApiError(400, 'FORBIDDEN_KEY', message);
  } catch {
    return malformed();
  }
}
/** To parse it would hold up everybody else. */
const tooManyValues = (): ApiError =>
  new ApiError(
    413,
    'BODY_TOO_COMPLEX',
    'The body has too many values: a JSON body of more than 512 KB may have about 250,000 objects and lists, 100,000 different names or 2 million values. Send less, or several requests',
  );

/** Brackets are counted first, which is cheap: only a body with very many of them is walked through. */
function depthProblem(body: Buffer, parsed: unknown): ApiError | null {
  let opened = 0;
  for (const byte of body) if (byte === 0x5b || byte === 0x7b) opened += 1;
  if (opened <= maxDepth || !isDeeperThan(parsed, maxDepth)) return null;
  return new ApiError(400, 'MALFORMED_JSON', `The body is nested deeper than ${maxDepth} levels`);
}

/** Recursion no deeper than the levels that are allowed: the stack is what such a body is after. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (levels === 0) return true;
  for (const inner of Array.isArray(value) ? value : Object.values(value))
    if (isDeeperThan(inner, levels - 1)) return true;
  return false;
}

/** More are no form that a person or a program fills in. */
const maxFormFields = 20_000;

const tooManyFields = (): ApiError =>
  new ApiError(
    413,
    'BODY_TOO_COMPLEX',
    `The form has more than ${maxFormFields} fields. Send fewer, or JSON`,
  );

function hasTooManyFields(body: Buffer): boolean {
  let fields = 1;
  for (const byte of body) if (byte === 0x26) fields += 1;
  return fields > maxFormFields;
}

const formType = 'application/x-www-form-urlencoded';
const multipartType = 'multipart/form-data';

/** The form's fields become the body, its files stand beside it. */
async function readMultipart(request: FastifyRequest, body: Buffer): Promise<unknown> {
  request.rawBody = Buffer.from(body);
  const form = await parseMultipart(body, String(request.headers['content-type']));
  request.formFiles = form.files;
  return form.fields;
}

const refuseForm = (): ApiError =>
  new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON');

function acceptForms(instance: FastifyInstance): void {
  const asBuffer = { parseAs: 'buffer' } as const;
  instance.addContentTypeParser(formType, asBuffer, (request, body: Buffer, done) => {
    if (!isTriggerRequest(request)) {
      done(refuseForm());
      return;
    }
    if (hasTooManyFields(body)) {
      done(tooManyFields());
      return;
    }
    request.rawBody = Buffer.from(body);
    done(null, byName([...new URLSearchParams(body.toString('utf8'))]));
  });
  instance.addContentTypeParser(
    multipartType,
    asBuffer,
    async (request: FastifyRequest, body: Buffer) => {
      if (!isTriggerRequest(request)) throw refuseForm();
      return readMultipart(request, body);
    },
  );
}

/** Of a large body each step gets a turn of the event loop: together they would take longer than one may. */
function inTurnOf(body: Buffer, step: () => void): void {
  if (body.length < largeBodyBytes) step();
  else setImmediate(step);
}

export function acceptBodies(instance: FastifyInstance): void {
  const parse = instance.getDefaultJsonParser('error', 'error');
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser(jsonType, { parseAs: 'buffer' }, (request, body, done) => {
    if (isTriggerRequest(request)) request.rawBody = Buffer.from(body);
    if (body.length === 0) {
      done(null, {});
      return;
    }
    if (typeof body === 'string' || !isUtf8(body)) {
      done(malformed());
      return;
    }
    if (isTooHeavy(body)) {
      done(tooManyValues());
      return;
    }
    inTurnOf(body, () => {
      const text = body.toString('utf8');
      void parse(request, text, (error, parsed: unknown) => {
        inTurnOf(body, () => {
          if (error === null) done(depthProblem(body, parsed), parsed);
          else done(refusalOf(text));
        });
      });
    });
  });
  acceptForms(instance);
}
