/**
 * The `fetch` given to provider packages: every byte to a model goes through our egress policy,
 * bounded and with a deadline. One request, no retries. Event streams are readable as they arrive.
 */
import { ownTurn } from '@libs/event-loop';
import { EgressError, type EgressResponse, type ResponseHeaders } from '@libs/egress';
import type { EffectContext } from '../block.js';
import { SecretHostDeniedError } from '../secrets/secret-host-denied.js';
import { ComplexAnswerError, ValueCount } from './answer-size.js';
import { EventStreamBody } from './event-stream-body.js';

const connectTimeoutMs = 10_000;
/** Bytes of an answer: as many as the largest output of a block may have (5 MiB). */
const maxResponseBytes = 5 * 1024 * 1024;
const withoutBody = new Set([204, 205, 304]);
type LostAnswer = EgressError | SecretHostDeniedError | ComplexAnswerError;

export interface ModelFetch {
  readonly fetch: typeof globalThis.fetch;
  /** Why the last request had no answer, if it failed: the packages wrap the errors they get. */
  failure(): LostAnswer | null;
}

function responseHead(status: number, headers: ResponseHeaders): ResponseInit {
  const list = Object.entries(headers)
    // The body is decoded already.
    .filter(([name]) => name !== 'content-encoding' && name !== 'content-length')
    .map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : value.join(', '),
    ]);
  return { status: Math.min(status, 599), headers: list };
}

const wholeResponse = ({ status, headers, body }: EgressResponse): Response =>
  new Response(
    withoutBody.has(status) ? null : new Uint8Array(body),
    responseHead(status, headers),
  );

const isLostAnswer = (error: unknown): error is LostAnswer =>
  error instanceof EgressError ||
  error instanceof SecretHostDeniedError ||
  error instanceof ComplexAnswerError;

/** @param deadlineMs end of the try, by `context.now()` */
export function createModelFetch(
  context: Pick<EffectContext, 'egress' | 'signal' | 'now'>,
  idempotencyKey: string,
  deadlineMs: number,
): ModelFetch {
  let failure: LostAnswer | null = null;
  const fetch: typeof globalThis.fetch = (input, init) =>
    new Promise((resolve, reject) => {
      const open: { events: EventStreamBody | null } = { events: null };
      const fail = (error: unknown): void => {
        if (isLostAnswer(error)) failure ??= error;
        if (open.events !== null) open.events.end(error);
        else reject(error instanceof Error ? error : new Error(String(error)));
      };
      const leftMs = Math.max(1, deadlineMs - context.now());
      context.egress
        .request({
          method: init?.method ?? 'GET',
          url: input instanceof Request ? input.url : String(input),
          headers: [...new Headers(init?.headers), ['idempotency-key', idempotencyKey]],
          ...(typeof init?.body === 'string' && { body: init.body }),
          connectTimeoutMs: Math.min(connectTimeoutMs, leftMs),
          attemptTimeoutMs: leftMs,
          maxResponseBytes,
          onTooLarge: 'fail',
          decompress: true,
          signal: context.signal,
          onHead: (status, headers) => {
            const isEvents = /^text\/event-stream\b/i.test(String(headers['content-type'] ?? ''));
            if (status !== 200 || !isEvents) return;
            open.events = new EventStreamBody();
            resolve(new Response(open.events.stream, responseHead(status, headers)));
          },
          onPiece: (piece) => {
            try {
              open.events?.push(piece);
            } catch (error) {
              fail(error);
            }
          },
        })
        .then(async (response) => {
          if (open.events !== null) {
            open.events.end(null);
            return;
          }
          new ValueCount().add(response.body, false);
          // The package parses and checks the answer at once.
          await ownTurn(response.body.length);
          resolve(wholeResponse(response));
        })
        .catch(fail);
    });
  return { fetch, failure: () => failure };
}
