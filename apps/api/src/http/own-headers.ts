/**
 * Which headers an error answer keeps of those that are on the reply when it is made: ours. An author's header may be the
 * reason why the first answer could not be sent.
 */
import type { FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Set by `createApiAdapter`. */
    ownHeaders?: OwnHeaders;
  }
}

/** Set by guards, controllers and hooks of ours, which run before an author's headers are added. */
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

  /** Names that a hook sets on every answer. */
  add(names: readonly string[]): void {
    for (const name of names) this.#names.add(name.toLowerCase());
  }

  removeOthers(reply: FastifyReply): void {
    for (const name of Object.keys(reply.getHeaders()))
      if (!this.#names.has(name)) reply.removeHeader(name);
  }
}
