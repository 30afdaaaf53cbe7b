/**
 * Ends open requests whose API key stops working: revoked, expired, its member removed or its
 * workspace deleted. Every request with a key is watched, so a new streaming route needs no marker.
 * The check asks the database rather than the lookup cache. While the database does not answer,
 * requests continue.
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

/**
 * The guard's cached lookup may be one second old; these two delays keep the sum below two seconds.
 */
const everyMs = 250;
/** Most requests finish sooner and cost no query. */
const lastingMs = 250;

export const outlivesItsKey = 'flowledger:outlives-its-key';
/** For an operation that may end its own key: its answer is still sent. */
export const OutlivesItsKey = (): CustomDecorator => SetMetadata(outlivesItsKey, true);

interface OpenRequest {
  readonly keyId: string;
  readonly reply: FastifyReply;
  readonly openedAtMs: number;
}

const keyEnded = new ApiError(
  401,
  'INVALID_API_KEY',
  'The API key was revoked or expired during the request',
);

/** Handlers by response. Without one, a begun answer is cut off, so it can't look complete. */
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
