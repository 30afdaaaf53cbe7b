/** Sends calls as bytes on a socket: any header, any encoding, any length. */
import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expand, textOf } from './recipe.js';
import type { Call } from './scenario.js';

export interface WireAnswer {
  /** Null: the connection ended without an answer, or the patience ran out. */
  readonly status: number | null;
  readonly head: string;
  readonly text: string;
  readonly ms: number;
}

export interface Addressee {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly workspaceId: string;
  readonly workflowId: string;
  /** Path of the workflow's `triggerUrl`. */
  readonly triggerPath: string;
}

const patienceMs = 25_000;
/** For requests that cannot be answered, because the service waits for the rest of the body. */
const shortPatienceMs = 3_000;
const abortAfterMs = 50;
const slowByteMs = 200;
const slowBytes = 20;
export const boundary = 'hostile-boundary';
const formType = 'application/x-www-form-urlencoded';
const multipartType = `multipart/form-data; boundary=${boundary}`;

function pathOf({ target }: Call, { workspaceId, workflowId, triggerPath }: Addressee): string {
  if (target.kind === 'trigger') return triggerPath + (target.query ?? '');
  if (target.kind === 'execute') return `/api/v1/workflows/${workflowId}/execute`;
  return target.path
    .replaceAll('{workspace}', workspaceId)
    .replaceAll('{workflow}', workflowId)
    .replaceAll('{uuid}', () => randomUUID())
    .replaceAll('{random}', () => randomBytes(16).toString('hex'));
}

function pairs(body: unknown): [string, string][] {
  const fields = body !== null && typeof body === 'object' ? Object.entries(body) : [];
  return fields.map(([key, value]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
}

const part = ([key, value]: [string, string]): string =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;

function bodyOf({ body, form = 'json' }: Call): [Buffer, string] {
  if (body === undefined) return [Buffer.alloc(0), ''];
  const value = expand(body);
  switch (form) {
    case 'raw':
      return [Buffer.from(String(value), 'utf8'), 'application/json'];
    case 'raw form':
      return [Buffer.from(String(value), 'utf8'), formType];
    case 'raw multipart':
      return [Buffer.from(String(value), 'utf8'), multipartType];
    case 'form':
      return [Buffer.from(new URLSearchParams(pairs(value)).toString()), formType];
    case 'multipart':
      return [Buffer.from(`${pairs(value).map(part).join('')}--${boundary}--\r\n`), multipartType];
    case 'gzip':
      return [gzipSync(JSON.stringify(value)), 'application/json'];
    case 'json':
    case 'chunked':
      return [Buffer.from(JSON.stringify(value)), 'application/json'];
  }
}

const chunk = (body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`${body.length.toString(16)}\r\n`),
    body,
    Buffer.from('\r\n0\r\n\r\n'),
  ]);

const lengthFactor = { plain: 1, abort: 1, slow: 1, short: 0.5, long: 2 };

function requestOf(call: Call, to: Addressee): [head: Buffer, body: Buffer] {
  const { target, form = 'json', manner = 'plain' } = call;
  const [body, contentType] = bodyOf(call);
  const withKey = target.kind === 'execute' || (target.kind === 'path' && target.withKey === true);
  const headers: (readonly [string, string])[] = [
    ['host', new URL(to.baseUrl).host],
    ['connection', 'close'],
    ...call.headers.map(([name, value]) => [name, textOf(value)] as const),
  ];
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  if (withKey && !names.has('x-api-key')) headers.push(['x-api-key', to.apiKey]);
  if (contentType !== '' && !names.has('content-type')) headers.push(['content-type', contentType]);
  if (target.kind === 'execute' && target.mode === 'async')
    headers.push(['x-execution-mode', 'async']);
  if (target.kind === 'execute' && target.mode === 'stream')
    headers.push(['accept', 'text/event-stream']);
  if (form === 'gzip') headers.push(['content-encoding', 'gzip']);
  if (form === 'chunked') headers.push(['transfer-encoding', 'chunked']);
  else if (call.body !== undefined)
    headers.push(['content-length', String(Math.ceil(body.length * lengthFactor[manner]))]);
  const lines = [
    `${call.method} ${pathOf(call, to)} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return [Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), form === 'chunked' ? chunk(body) : body];
}

/** Sends one call; always resolves, also without an answer. */
export const send = (call: Call, to: Addressee): Promise<WireAnswer> => prepared(call, to)();

/** Builds the call's bytes, which may take a second, and returns the function that sends them. */
export function prepared(call: Call, to: Addressee): () => Promise<WireAnswer> {
  const [head, body] = requestOf(call, to);
  return () => sendBytes(call, to, head, body);
}

function sendBytes(
  { manner }: Call,
  { baseUrl }: Addressee,
  head: Buffer,
  body: Buffer,
): Promise<WireAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const timers: NodeJS.Timeout[] = [];
    const chunks: Buffer[] = [];
    const end = (): void => {
      for (const timer of timers) clearTimeout(timer);
      socket.destroy();
      const answer = Buffer.concat(chunks).toString('latin1');
      const [top = '', ...rest] = answer.split('\r\n\r\n');
      const status = /^HTTP\/1\.1 (\d{3})/.exec(top)?.[1];
      resolve({
        status: status === undefined ? null : Number(status),
        head: top,
        text: rest.join('\r\n\r\n'),
        ms: performance.now() - startedAt,
      });
    };
    socket.on('data', (data) => chunks.push(data)).once('close', end);
    socket.once('error', () => undefined);
    timers.push(setTimeout(end, manner === 'long' ? shortPatienceMs : patienceMs));
    if (manner === 'abort') timers.push(setTimeout(end, abortAfterMs));
    socket.write(head);
    if (manner === 'slow') {
      let sent = 0;
      const timer = setInterval(() => {
        const isLast = sent === slowBytes;
        socket.write(body.subarray(sent, isLast ? body.length : sent + 1));
        sent += 1;
        if (isLast) clearInterval(timer);
      }, slowByteMs);
      timers.push(timer);
    } else socket.write(body);
  });
}
