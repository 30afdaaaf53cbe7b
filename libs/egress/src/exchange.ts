/**
 * One request and its answer: the undici handler that collects a bounded body, under one deadline
 * from queueing to the last byte. Settles exactly once; later events on the socket are ignored.
 */
import type { Dispatcher } from 'undici';
import { type BodyDecoder, contentCodings, createBodyDecoder } from './body-decoder.js';
import { classifyEgressError, egressError } from './classify-error.js';
import type { EgressError } from './egress.errors.js';

export type ResponseHeaders = Readonly<Record<string, string | readonly string[]>>;

export interface EgressResponse {
  readonly status: number;
  /** Lower-case names; a repeated header is a list. */
  readonly headers: ResponseHeaders;
  readonly body: Buffer;
  /** The body was cut at `maxResponseBytes` and the connection dropped. */
  readonly truncated: boolean;
}

export interface ExchangeOptions {
  readonly attemptTimeoutMs: number;
  readonly maxResponseBytes: number;
  readonly onTooLarge: 'truncate' | 'fail';
  readonly decompress: boolean;
  readonly signal?: AbortSignal;
  /** For streaming readers: called with the head as soon as it arrives, before the whole answer. */
  readonly onHead?: (status: number, headers: ResponseHeaders) => void;
  /** Each piece of the body as it arrives, decoded. */
  readonly onPiece?: (piece: Buffer) => void;
}

const nothing = Buffer.alloc(0);

export class Exchange implements Dispatcher.DispatchHandler {
  #settled: EgressError | true | null = null;
  #controller: Dispatcher.DispatchController | null = null;
  #status = 0;
  #headers: ResponseHeaders = {};
  #codings: readonly string[] = [];
  #decoder: BodyDecoder | null = null;
  readonly #chunks: Buffer[] = [];
  #sizeBytes = 0;
  readonly #deadline: NodeJS.Timeout;
  readonly #onAbort = (): void => this.fail(egressError('ABORTED', this.options.signal?.reason));

  constructor(
    private readonly options: ExchangeOptions,
    private readonly resolve: (response: EgressResponse) => void,
    private readonly reject: (error: EgressError) => void,
  ) {
    this.#deadline = setTimeout(() => this.fail(egressError('TIMEOUT')), options.attemptTimeoutMs);
    if (options.signal?.aborted === true) this.#onAbort();
    else options.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  get settled(): boolean {
    return this.#settled !== null;
  }

  fail(error: EgressError): void {
    if (!this.#settle(error)) return;
    this.#controller?.abort(error);
    this.reject(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // A request that was cancelled while it waited for a connection must not go out.
    if (this.#settled !== null)
      controller.abort(this.#settled === true ? egressError('ABORTED') : this.#settled);
    else this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: object,
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers as ResponseHeaders;
    if (this.options.decompress)
      this.#codings = contentCodings(this.#headers['content-encoding']) ?? [];
    const declaredBytes = Number(this.#headers['content-length']);
    if (this.options.onTooLarge === 'fail' && declaredBytes > this.options.maxResponseBytes) {
      this.fail(egressError('RESPONSE_TOO_LARGE'));
      return;
    }
    this.options.onHead?.(status, this.#headers);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled !== null) return;
    const [coding, ...more] = this.#codings;
    if (coding === undefined) {
      this.#take(chunk);
      return;
    }
    this.#decoder ??= createBodyDecoder([coding, ...more], chunk[0] ?? 0, {
      onData: (piece) => this.#take(piece),
      onDrain: () => controller.resume(),
      onEnd: () => this.#finish(false),
      onError: (error) => this.fail(classifyEgressError(error)),
    });
    if (!this.#decoder.write(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    if (this.#decoder === null) this.#finish(false);
    else this.#decoder.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(classifyEgressError(error));
  }

  #take(chunk: Buffer): void {
    if (this.#settled !== null) return;
    const roomBytes = this.options.maxResponseBytes - this.#sizeBytes;
    if (chunk.length <= roomBytes) {
      this.#sizeBytes += chunk.length;
      this.#chunks.push(chunk);
      this.options.onPiece?.(chunk);
    } else if (this.options.onTooLarge === 'fail') {
      this.fail(egressError('RESPONSE_TOO_LARGE'));
    } else {
      const last = chunk.subarray(0, roomBytes);
      this.#chunks.push(last);
      this.options.onPiece?.(last);
      this.#finish(true);
    }
  }

  #finish(truncated: boolean): void {
    if (!this.#settle(true)) return;
    // Nothing reads the rest, so the socket is dropped rather than drained.
    if (truncated) this.#controller?.abort(egressError('ABORTED'));
    const [only = nothing] = this.#chunks;
    const body = this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : only;
    this.resolve({ status: this.#status, headers: this.#headers, body, truncated });
  }

  #settle(outcome: EgressError | true): boolean {
    if (this.#settled !== null) return false;
    this.#settled = outcome;
    clearTimeout(this.#deadline);
    this.options.signal?.removeEventListener('abort', this.#onAbort);
    this.#decoder?.destroy();
    return true;
  }
}
