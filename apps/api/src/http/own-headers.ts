/**
 * An error answer keeps only the headers that our own code set. A header set by a workflow's author
 * may be the reason why the first answer could not be sent.
 */
import type { FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Set by `createApiAdapter`. */
    ownHeaders?: OwnHeaders;
  }
}

/** Set by our guards, controllers and hooks, which run before an author's headers are added. */
const fromCode = [
  'x-request-id',
  'x-execution-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-search-window',
  'connection',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'vary',
];

export class OwnHeaders {
  readonly #names = new Set(fromCode);

  /** Adds names that a hook sets on every answer. */
  add(names: readonly string[]): void {
    for (const name of names) this.#names.add(name.toLowerCase());
  }

  removeOthers(reply: FastifyReply): void {
    for (const name of Object.keys(reply.getHeaders()))
      if (!this.#names.has(name)) reply.removeHeader(name);
  }
}
