/**
 * Bodies must be JSON, except at trigger URLs, which also accept forms, XML and text: webhook
 * senders choose their own format. An empty body with a JSON content type is `{}`: many clients
 * send the header with every request. Keys that would poison a prototype, and characters that can
 * not be stored, are refused by name.
 */
import { isDeeperThan, isTooHeavy, mayBeUnstorable } from '@libs/contracts';
import { ownTurn } from '@libs/event-loop';
import { jsonPlaces, JsonTextError, placeAt } from '@libs/workflow';
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { forbiddenCharacter } from '../errors/forbidden-character.js';
import { keepsBodyText } from './body-text.js';
import { findForbiddenKey } from './forbidden-keys.js';
import { type MultipartBody, parseMultipart, byName } from './multipart-body.js';
import { isTriggerRequest } from './trigger-origin.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body's raw bytes, for signatures; only at trigger URLs. */
    rawBody?: Buffer;
    bodyBytes?: number;
    /** Files of a multipart form; only at trigger URLs. */
    formFiles?: MultipartBody['files'];
  }
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json\b/i;

/** Neither our call stack nor Postgres' jsonb reaches its limit at this depth. */
const maxDepth = 200;

const malformed = (where = ''): ApiError =>
  new ApiError(400, 'MALFORMED_JSON', `The body is not valid JSON${where}`);

/** Where the text stops being JSON; `JSON.parse` does not always tell. */
function whereBroken(text: string): string {
  try {
    jsonPlaces(text, []);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const { line, column } = placeAt(text, error.offset);
    return ` (line ${line}, column ${column}): ${error.message}`;
  }
  return '';
}

/** Undefined for a text that is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keys that poison a prototype; an escape may hide a letter of theirs. */
const mayPoison = /__proto__|constructor|\\u/;

function refuseForbiddenKey(value: unknown): void {
  const forbidden = findForbiddenKey(value);
  if (forbidden === null) return;
  const { key, place } = forbidden;
  throw new ApiError(
    400,
    'FORBIDDEN_KEY',
    `The key "${key}" at ${place} is not allowed; rename it`,
  );
}

function refuseUnstorable(value: unknown): void {
  const refusal = forbiddenCharacter(value, 'body');
  if (refusal !== null) throw refusal;
}

/** Parsing it would block all other requests. */
const tooManyValues = (): ApiError =>
  new ApiError(
    413,
    'BODY_TOO_COMPLEX',
    'The body has too many values: a JSON body of more than 512 KB may have about 250,000 objects and lists, 100,000 different names or 2 million values. Send less, or several requests',
  );

const tooDeep = (): ApiError =>
  new ApiError(400, 'MALFORMED_JSON', `The body is nested more than ${maxDepth} levels deep`);

/** Forms that people or programs fill in have fewer fields. */
const maxFormFields = 20_000;

const tooManyFields = (): ApiError =>
  new ApiError(
    413,
    'BODY_TOO_COMPLEX',
    `The form has more than ${maxFormFields} fields. Send fewer, or send JSON`,
  );

const [ampersand, plus, space] = [0x26, 0x2b, 0x20];

function hasTooManyFields(body: Buffer): boolean {
  let fields = 1;
  for (let at = body.indexOf(ampersand); at >= 0; at = body.indexOf(ampersand, at + 1)) {
    fields += 1;
    if (fields > maxFormFields) return true;
  }
  return false;
}

/** URLSearchParams takes 200 ns for each `+`: two seconds for 10 MB of them. */
function replacePluses(body: Buffer): void {
  for (let at = 0; at < body.length; at += 1) if (body[at] === plus) body[at] = space;
}

const formType = 'application/x-www-form-urlencoded';
const multipartType = 'multipart/form-data';

async function readUrlEncoded(_request: FastifyRequest, body: Buffer): Promise<unknown> {
  if (hasTooManyFields(body)) throw tooManyFields();
  replacePluses(body);
  await ownTurn(body.length);
  const fields = new URLSearchParams(body.toString('utf8'));
  await ownTurn(body.length);
  return byName([...fields]);
}

/** The form's fields become the body; its files go to `formFiles`. */
async function readMultipart(request: FastifyRequest, body: Buffer): Promise<unknown> {
  const form = await parseMultipart(body, String(request.headers['content-type']));
  request.formFiles = form.files;
  return form.fields;
}

/** XML is text here: a function or a reference decides what it reads from it. */
const textType = /^(?:text\/|application\/(?:[\w.+-]+\+)?xml\b)/i;

function readText(request: FastifyRequest, body: Buffer): Promise<unknown> {
  const type = String(request.headers['content-type']);
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^";\s]{1,100})/i.exec(type) ?? [];
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(charset, { fatal: true });
  } catch {
    const message = `The charset "${charset}" is unknown. Send UTF-8`;
    throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', message);
  }
  try {
    return Promise.resolve(decoder.decode(body));
  } catch {
    const message = `The body is not text in the charset "${charset}". Name its charset in the content type`;
    throw new ApiError(400, 'MALFORMED_REQUEST', message);
  }
}

const refuseForm = (): ApiError =>
  new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON');

function acceptForms(instance: FastifyInstance): void {
  const asBuffer = { parseAs: 'buffer' } as const;
  const readForm =
    (read: (request: FastifyRequest, body: Buffer) => Promise<unknown>) =>
    async (request: FastifyRequest, body: Buffer): Promise<unknown> => {
      if (!isTriggerRequest(request)) throw refuseForm();
      request.rawBody = Buffer.from(body);
      request.bodyBytes = body.length;
      await ownTurn(body.length);
      const value = await read(request, body);
      await ownTurn(body.length);
      refuseUnstorable(value);
      return value;
    };
  instance.addContentTypeParser(formType, asBuffer, readForm(readUrlEncoded));
  instance.addContentTypeParser(multipartType, asBuffer, readForm(readMultipart));
  instance.addContentTypeParser(textType, asBuffer, readForm(readText));
}

export function acceptBodies(instance: FastifyInstance): void {
  instance.removeAllContentTypeParsers();
  // For a large body, each step runs in its own turn of the event loop.
  const read = async (request: FastifyRequest, body: Buffer): Promise<unknown> => {
    const { length } = body;
    request.bodyBytes = length;
    if (isTriggerRequest(request)) request.rawBody = Buffer.from(body);
    if (length === 0) return {};
    await ownTurn(length);
    if (!isUtf8(body)) throw malformed();
    if (isTooHeavy(body)) throw tooManyValues();
    await ownTurn(length);
    // Some editors begin files with a byte order mark; it is no part of the JSON (RFC 8259 8.1).
    const text = body.toString('utf8').replace(/^\uFEFF/, '');
    await ownTurn(length);
    const keepsText = keepsBodyText(request);
    const value = parsed(text);
    if (keepsText) request.bodyText = text;
    if (value === undefined) {
      await ownTurn(length);
      throw malformed(keepsText ? whereBroken(text) : '');
    }
    await ownTurn(length);
    if (isDeeperThan(maxDepth, value)) throw tooDeep();
    if (mayPoison.test(text)) {
      await ownTurn(length);
      refuseForbiddenKey(value);
    }
    if (mayBeUnstorable.test(text)) {
      await ownTurn(length);
      refuseUnstorable(value);
    }
    return value;
  };
  instance.addContentTypeParser(jsonType, { parseAs: 'buffer' }, read);
  acceptForms(instance);
}
