/**
 * Ends requests whose API key stops working while they are under way: it was revoked, it expired, its member was
 * removed, or its workspace was deleted. Every request with a key is watched, so a new streaming route needs no mark.
 * The database is asked, not the cache of look-ups. While the database does not answer, requests go on.
 */
import {
  type CustomDecorator,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  SetMetadata,
} from '@nestjs/common';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { FastifyReply } from 'fastify';
import type { ServerResponse } from 'node:http';
import { ApiError } from '../errors/api-error.js';
import { workingKeysSql } from './api-key.sql.js';

/** The guard may have used a look-up that is one second old; with these two the sum stays below two seconds. */
const everyMs = 250;
/** Most requests end before that and cost no query. */
const lastingMs = 250;

export const outlivesItsKey = 'flowledger:outlives-its-key';
/** For an operation that may end its own key: its answer still goes out. */
export const OutlivesItsKey = (): CustomDecorator => SetMetadata(outlivesItsKey, true);

interface OpenRequest {
  readonly keyId: string;
  readonly reply: FastifyReply;
  readonly openedAtMs: number;
}

const keyEnded = new ApiError(
  401,
  'INVALID_API_KEY',
  'The API key stopped working while the request was under way',
);

/** An answer that has begun and is not here is cut off, so that the reader does not take it for complete. */
const farewells = new WeakMap<ServerResponse, (refusal: ApiError) => void>();

export function onKeyEnd(answer: ServerResponse, say: (refusal: ApiError) => void): void {
  farewells.set(answer, say);
}

function end({ reply }: OpenRequest): void {
  const say = farewells.get(reply.raw);
  if (say !== undefined) say(keyEnded);
  else if (reply.raw.headersSent) reply.raw.destroy();
  else if (!reply.sent) {
    const { status, message, code } = keyEnded;
    void reply.status(status).send({ error: message, code });
  }
}

@Injectable()
export class OpenRequests implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Oldest first. */
  readonly #open = new Set<OpenRequest>();
  #timer: NodeJS.Timeout | undefined;
  #asking: Promise<void> | null = null;

  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => {
      this.#asking ??= this.#endThoseWithoutKey()
        .catch(() => undefined)
        .finally(() => (this.#asking = null));
    }, everyMs);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#asking;
  }

  watch(keyId: string, reply: FastifyReply): void {
    const request = { keyId, reply, openedAtMs: performance.now() };
    this.#open.add(request);
    reply.raw.once('close', () => this.#open.delete(request));
  }

  async #endThoseWithoutKey(): Promise<void> {
    const lasting = this.#lasting();
    if (lasting.length === 0) return;
    const keyIds = [...new Set(lasting.map(({ keyId }) => keyId))];
    const { rows } = await this.database.pool.query<{ id: string }>({
      name: 'working-keys',
      text: workingKeysSql,
      values: [keyIds],
    });
    const working = new Set(rows.map(({ id }) => id));
    for (const request of lasting) if (!working.has(request.keyId)) end(request);
  }

  #lasting(): OpenRequest[] {
    const until = performance.now() - lastingMs;
    const lasting: OpenRequest[] = [];
    for (const request of this.#open) {
      if (request.openedAtMs > until) break;
      lasting.push(request);
    }
    return lasting;
  }
}
