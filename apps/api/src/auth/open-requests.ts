/**
 * Ends open requests whose API key or session stops working: revoked, expired, its member removed
 * or its workspace deleted. Every request with one is watched, so a new streaming route needs no
 * marker. The check asks the database rather than the lookup cache. While the database does not
 * answer, requests continue.
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
import { ApiError, errorBodyOf } from '../errors/api-error.js';
import { workingKeysSql } from './api-key.sql.js';
import type { Principal } from './principal.js';
import { workingSessionsSql } from './session.sql.js';

/**
 * The guard's cached lookup may be one second old; these two delays keep the sum below two seconds.
 */
const everyMs = 250;
/** Most requests finish sooner and cost no query. */
const lastingMs = 250;

export const outlivesItsKey = 'flowledger:outlives-its-key';
/** For an operation that may end its own key: its answer is still sent. */
export const OutlivesItsKey = (): CustomDecorator => SetMetadata(outlivesItsKey, true);

type Credential = Pick<Principal, 'keyId' | 'sessionId' | 'workspaceId'>;

/** A session may be open in several workspaces, and lose one of them. */
const nameOf = ({ keyId, sessionId, workspaceId }: Credential): string =>
  sessionId === null ? keyId : `${sessionId} ${workspaceId}`;

interface OpenRequest {
  readonly caller: Credential;
  readonly reply: FastifyReply;
  readonly openedAtMs: number;
}

const keyEnded = new ApiError(
  401,
  'INVALID_API_KEY',
  'The API key was revoked or expired during the request',
);

const sessionEnded = new ApiError(401, 'SESSION_ENDED', 'The session ended during the request');

/** Handlers by response. Without one, a begun answer is cut off, so it can't look complete. */
const farewells = new WeakMap<ServerResponse, (refusal: ApiError) => void>();

export function onKeyEnd(answer: ServerResponse, say: (refusal: ApiError) => void): void {
  farewells.set(answer, say);
}

function end({ caller, reply }: OpenRequest): void {
  const refusal = caller.sessionId === null ? keyEnded : sessionEnded;
  const say = farewells.get(reply.raw);
  if (say !== undefined) say(refusal);
  else if (reply.raw.headersSent) reply.raw.destroy();
  else if (!reply.sent) {
    void reply.status(refusal.status).send(errorBodyOf(refusal, reply.request.id));
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

  watch(caller: Credential, reply: FastifyReply): void {
    const request = { caller, reply, openedAtMs: performance.now() };
    this.#open.add(request);
    reply.raw.once('close', () => this.#open.delete(request));
  }

  async #endThoseWithoutKey(): Promise<void> {
    const lasting = this.#lasting();
    if (lasting.length === 0) return;
    const callers = lasting.map(({ caller }) => caller);
    const working = new Set([
      ...(await this.#workingKeys(callers.filter(({ sessionId }) => sessionId === null))),
      ...(await this.#workingSessions(callers.filter(({ sessionId }) => sessionId !== null))),
    ]);
    for (const request of lasting) if (!working.has(nameOf(request.caller))) end(request);
  }

  async #workingKeys(callers: readonly Credential[]): Promise<string[]> {
    const keyIds = [...new Set(callers.map(nameOf))];
    return this.#idsOf('working-keys', workingKeysSql, [keyIds]);
  }

  async #workingSessions(callers: readonly Credential[]): Promise<string[]> {
    const distinct = [...new Map(callers.map((caller) => [nameOf(caller), caller])).values()];
    const workspaceIds = distinct.map(({ workspaceId }) => workspaceId);
    const sessionIds = distinct.map(({ sessionId }) => sessionId ?? '');
    return this.#idsOf('working-sessions', workingSessionsSql, [sessionIds, workspaceIds]);
  }

  async #idsOf(name: string, text: string, values: readonly string[][]): Promise<string[]> {
    if (values[0]?.length === 0) return [];
    const { rows } = await this.database.pool.query<{ id: string }>({
      ...{ name, text, values: [...values] },
    });
    return rows.map(({ id }) => id);
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
