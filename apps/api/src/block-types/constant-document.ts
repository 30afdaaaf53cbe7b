/** A document that never changes while a process runs: compressed once, with its ETag. */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type Encoded, encodedText, inEncoding } from '../http/encoded.js';

interface RequestHeaders {
  readonly 'accept-encoding'?: string;
  readonly 'if-none-match'?: string;
}

export class ConstantDocument {
  readonly #value: () => unknown;
  #made: Promise<{ readonly body: Encoded; readonly etag: string }> | null = null;

  /** @param value or a promise of it */
  constructor(value: () => unknown) {
    this.#value = value;
  }

  /** Null with 304 when the caller has it already. */
  async answer(reply: FastifyReply, headers: RequestHeaders): Promise<Buffer | null> {
    this.#made ??= this.#make().catch((error: unknown) => {
      this.#made = null;
      throw error;
    });
    const { body, etag } = await this.#made;
    // Revalidated each time: an upgrade may change it.
    void reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    const known = (headers['if-none-match'] ?? '').split(',').map((one) => one.trim());
    if (known.some((one) => one === '*' || one.replace(/^W\//, '') === etag)) {
      void reply.status(304);
      return null;
    }
    void reply.header('content-type', 'application/json; charset=utf-8');
    return inEncoding(reply, body, headers['accept-encoding']);
  }

  async #make(): Promise<{ body: Encoded; etag: string }> {
    const text = JSON.stringify(await this.#value());
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 27);
    return { body: await encodedText(text), etag: `"${hash}"` };
  }
}
