/**
 * The fence of the saga: who may make which attempt. One row per delivery, compare-and-set on its step, held under a lease while
 * an attempt is in flight (reasoning: sender/order-attempt.ts). All calls of one turn are one statement.
 */
import type { Database } from '@libs/persistence';
import { endpointKeyOf } from '@libs/delivery';
import { randomUUID } from 'node:crypto';
import { BatchedCall } from '../consuming/batched-call.js';
import {
  advanceSql,
  claimSql,
  insertFencesSql,
  oldestPendingSql,
  postponeSql,
  takeOrphansSql,
} from './fence.sql.js';

export type DeliveryState =
  'pending' | 'succeeded' | 'failed' | 'exhausted' | 'suppressed' | 'dropped';

export interface NewFence {
  readonly deliveryId: string;
  readonly subscriptionId: string;
  readonly workspaceId: string;
  readonly eventId: string;
  readonly body: Buffer;
  readonly state: 'pending' | 'suppressed';
  /** W3C trace context of the request that started the execution; sent with every attempt. */
  readonly traceparent: string | null;
}

/** As it is now, not as it was at the event. */
export interface ClaimedSubscription {
  readonly url: string;
  readonly active: boolean;
  /** Sealed, current first. */
  readonly secrets: readonly Buffer[];
  /** Sealed; null: none. */
  readonly headers: Buffer | null;
  readonly maxPerSecond: number | null;
  /** Deliveries before this one that used up their attempts, in a row. */
  readonly exhaustedRun: number;
}

export interface Claim {
  readonly kind: 'claimed';
  readonly deliveryId: string;
  readonly step: number;
  /** Number of the attempt and fencing token. */
  readonly attemptNumber: number;
  /** Place in the automatic schedule, from 1. */
  readonly position: number;
  /** When the delivery was stored, epoch ms. */
  readonly createdAt: number;
  readonly body: Buffer;
  readonly traceparent: string | null;
  readonly workspaceId: string;
  /** Null when deleted. */
  readonly subscription: ClaimedSubscription | null;
  /** Monotonic time after which the lease may be someone else's. */
  readonly leaseEndsAt: number;
}

/** `moved`: another has made this attempt; `held`: another may be making it; `missing`: there is no such delivery. */
export type ClaimAnswer = Claim | { readonly kind: 'moved' | 'held' | 'missing' };

export interface Advance {
  readonly deliveryId: string;
  /** `attemptNumber` of the claim. */
  readonly token: number;
  readonly step: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Epoch ms; null leaves it. */
  readonly dueAt: number | null;
}

export interface Orphan {
  readonly deliveryId: string;
  readonly subscriptionId: string;
  readonly step: number;
}

interface ClaimRow {
  delivery_id: string;
  attempts: number | null;
  position: number;
  created_at: Date;
  body: Buffer;
  traceparent: string | null;
  workspace_id: string;
  state_before: DeliveryState | null;
  step_before: number;
  subscription_id: string | null;
  url: string;
  active: boolean;
  max_per_second: number | null;
  exhausted_run: number;
  headers_ciphertext: Buffer | null;
  secret_ciphertext: Buffer | null;
  previous_secret_ciphertext: Buffer | null;
}

interface Ask {
  readonly deliveryId: string;
  readonly step: number;
}

/** Bodies come back with a claim: 100 of 256 KiB are 25 MB. */
const maxClaims = 100;
const maxAdvances = 500;
/** Nobody waits for an advance or a postponement; under load larger statements cost half. */
const gatherMs = 5;

const at = (epochMs: number | null): Date | null => (epochMs === null ? null : new Date(epochMs));

function answerOf(row: ClaimRow, ask: Ask, leaseEndsAt: number): ClaimAnswer {
  if (row.attempts === null) {
    if (row.state_before === null) return { kind: 'missing' };
    return {
      kind: row.state_before === 'pending' && row.step_before <= ask.step ? 'held' : 'moved',
    };
  }
  const sealed = [row.secret_ciphertext, row.previous_secret_ciphertext];
  return {
    kind: 'claimed',
    ...ask,
    attemptNumber: row.attempts,
    position: row.position,
    createdAt: row.created_at.getTime(),
    body: row.body,
    traceparent: row.traceparent,
    workspaceId: row.workspace_id,
    subscription:
      row.subscription_id === null
        ? null
        : {
            url: row.url,
            active: row.active,
            secrets: sealed.filter((secret) => secret !== null),
            headers: row.headers_ciphertext,
            maxPerSecond: row.max_per_second,
            exhaustedRun: row.exhausted_run,
          },
    leaseEndsAt,
  };
}

export class Fence {
  readonly #pool: Database['pool'];
  readonly #owner = randomUUID();
  readonly #leaseMs: number;
  readonly #claims: BatchedCall<Ask, ClaimAnswer>;
  readonly #advances: BatchedCall<Advance, undefined>;
  readonly #postponements: BatchedCall<
    { readonly deliveryId: string; readonly dueAt: number },
    undefined
  >;

  /** @param leaseMs longer than an attempt can last */
  constructor(pool: Database['pool'], leaseMs: number) {
    this.#pool = pool;
    this.#leaseMs = leaseMs;
    this.#claims = new BatchedCall((asks) => this.#claim(asks), maxClaims);
    this.#advances = new BatchedCall((moves) => this.#advance(moves), maxAdvances, gatherMs);
    this.#postponements = new BatchedCall((moves) => this.#postpone(moves), maxAdvances, gatherMs);
  }

  async insert(fences: readonly NewFence[]): Promise<void> {
    await this.#pool.query({
      name: 'insert-fences',
      text: insertFencesSql,
      values: [
        fences.map(({ deliveryId }) => deliveryId),
        fences.map(({ subscriptionId }) => subscriptionId),
        fences.map(({ workspaceId }) => workspaceId),
        fences.map(({ eventId }) => eventId),
        fences.map(({ subscriptionId }) => endpointKeyOf(subscriptionId)),
        fences.map(({ body }) => body),
        fences.map(({ state }) => state),
        fences.map(({ traceparent }) => traceparent),
      ],
    });
  }

  /** The caller makes sure that one delivery is asked for once at a time. */
  claim(deliveryId: string, step: number): Promise<ClaimAnswer> {
    return this.#claims.call({ deliveryId, step });
  }

  /** Does nothing when the lease is no longer this process's. */
  advance(move: Advance): Promise<undefined> {
    return this.#advances.call(move);
  }

  postpone(deliveryId: string, dueAt: number): Promise<undefined> {
    return this.#postponements.call({ deliveryId, dueAt });
  }

  async takeOrphans(
    graceMs: number,
    tierDelaysMs: readonly number[],
    limit: number,
  ): Promise<Orphan[]> {
    const { rows } = await this.#pool.query<{
      delivery_id: string;
      subscription_id: string;
      step: number;
    }>(takeOrphansSql, [graceMs, tierDelaysMs, limit]);
    return rows.map((row) => ({
      deliveryId: row.delivery_id,
      subscriptionId: row.subscription_id,
      step: row.step,
    }));
  }

  /** 0 when nothing is overdue. */
  async oldestPendingMs(): Promise<number> {
    const { rows } = await this.#pool.query<{ overdue_ms: number }>(oldestPendingSql);
    return rows[0]?.overdue_ms ?? 0;
  }

  async #claim(asks: readonly Ask[]): Promise<ClaimAnswer[]> {
    // Before the statement is sent: the lease in the database can only end later than we think.
    const leaseEndsAt = performance.now() + this.#leaseMs;
    const { rows } = await this.#pool.query<ClaimRow>({
      name: 'claim-deliveries',
      text: claimSql,
      values: [
        asks.map(({ deliveryId }) => deliveryId),
        asks.map(({ step }) => step),
        this.#owner,
        this.#leaseMs,
      ],
    });
    const byId = new Map(rows.map((row) => [row.delivery_id, row]));
    return asks.map((ask) => {
      const row = byId.get(ask.deliveryId);
      return row === undefined ? { kind: 'missing' } : answerOf(row, ask, leaseEndsAt);
    });
  }

  async #advance(moves: readonly Advance[]): Promise<undefined[]> {
    await this.#pool.query({
      name: 'advance-deliveries',
      text: advanceSql,
      values: [
        this.#owner,
        moves.map(({ deliveryId }) => deliveryId),
        moves.map(({ token }) => token),
        moves.map(({ step }) => step),
        moves.map(({ state }) => state),
        moves.map(({ attempts }) => attempts),
        moves.map(({ dueAt }) => at(dueAt)),
      ],
    });
    return moves.map(() => undefined);
  }

  async #postpone(
    moves: readonly { readonly deliveryId: string; readonly dueAt: number }[],
  ): Promise<undefined[]> {
    await this.#pool.query({
      name: 'postpone-deliveries',
      text: postponeSql,
      values: [moves.map(({ deliveryId }) => deliveryId), moves.map(({ dueAt }) => at(dueAt))],
    });
    return moves.map(() => undefined);
  }
}
