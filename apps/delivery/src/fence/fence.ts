/**
 * The saga's fence decides which process may make which attempt. One row per delivery:
 * compare-and-set on its step, leased while an attempt is in flight (reasoning:
 * sender/delivery-attempt.ts). Calls of the same event-loop turn share one statement.
 */
import type { Database } from '@libs/persistence';
import { BatchedCall } from '@libs/platform';
import { randomUUID } from 'node:crypto';
import {
  type Ask,
  type Claim,
  type ClaimAnswer,
  claimOf,
  type ClaimRow,
  type DeliveryState,
  refusalOf,
  type StandingRow,
} from './claim.js';
import {
  advanceSql,
  catchUpSql,
  claimSql,
  insertFencesSql,
  oldestPendingSql,
  pendingFencesSql,
  postponeSql,
  renewSql,
  standingSql,
  suppressSql,
  markOrphansSql,
} from './fence.sql.js';
import { insertValues, type NewFence, slicesOf } from './new-fences.js';

export interface Advance {
  readonly deliveryId: string;
  /** `attemptNumber` of the claim. */
  readonly token: number;
  /** `step` of the claim. */
  readonly claimedStep: number;
  readonly step: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Epoch ms; null keeps the current one. */
  readonly dueAt: number | null;
}

/** A claim whose subscription is switched off. */
export type Suppression = Pick<Advance, 'deliveryId' | 'token' | 'claimedStep'> & {
  readonly subscriptionId: string;
};

export interface Postponement {
  readonly deliveryId: string;
  /** Epoch ms. */
  readonly dueAt: number;
}

export interface Orphan {
  readonly deliveryId: string;
  readonly subscriptionId: string;
  readonly step: number;
}

/** Claims return bodies: 100 of 256 KiB are 25 MB. */
const maxClaims = 100;
const maxAdvances = 500;
/** Nothing waits for an advance; under load larger statements cost half. */
const gatherMs = 5;

const maxCatchUpRows = 1_000;
const nil = '00000000-0000-0000-0000-000000000000';

const at = (epochMs: number | null): Date | null => (epochMs === null ? null : new Date(epochMs));

export class Fence {
  readonly #pool: Database['pool'];
  readonly #owner = randomUUID();
  readonly leaseMs: number;
  readonly #claims: BatchedCall<Ask, ClaimAnswer>;
  readonly #advances: BatchedCall<Advance, boolean>;
  readonly #suppressions: BatchedCall<Suppression, boolean>;

  /** @param leaseMs longer than an attempt can last */
  constructor(pool: Database['pool'], leaseMs: number) {
    this.#pool = pool;
    this.leaseMs = leaseMs;
    this.#claims = new BatchedCall((asks) => this.#claim(asks), maxClaims);
    this.#advances = new BatchedCall((moves) => this.#advance(moves), maxAdvances, gatherMs);
    this.#suppressions = new BatchedCall((ends) => this.#suppress(ends), maxAdvances, gatherMs);
  }

  /**
   * Bytes shared by several deliveries are sent once and stored for each.
   * @returns ids of deliveries stored, now or earlier, as missed by an inactive subscription
   */
  async insert(fences: readonly NewFence[]): Promise<ReadonlySet<string>> {
    const standings: StandingRow[] = [];
    for (const slice of slicesOf(fences)) {
      const { rows } = await this.#pool.query<StandingRow>({
        name: 'insert-fences',
        text: insertFencesSql,
        values: insertValues(slice),
      });
      standings.push(...rows);
    }
    const stored = new Set(standings.map((row) => row.delivery_id));
    const before = fences.filter(({ deliveryId }) => !stored.has(deliveryId));
    standings.push(...(await this.#standings(before)).standings.values());
    const missed = standings.filter(({ state, step }) => state === 'suppressed' && step === 1);
    return new Set(missed.map((row) => row.delivery_id));
  }

  /** The caller ensures that only one claim per delivery is under way at a time. */
  claim(deliveryId: string, step: number): Promise<ClaimAnswer> {
    return this.#claims.call({ deliveryId, step });
  }

  /** Does nothing when this process has lost the lease. @returns whether it still had it */
  advance(move: Advance): Promise<boolean> {
    return this.#advances.call(move);
  }

  /**
   * Ends a step without an attempt.
   * @returns false when this process has lost the lease or the subscription is on again
   */
  suppress(end: Suppression): Promise<boolean> {
    return this.#suppressions.call(end);
  }

  /** Extends leases to a full term from now, except those that this process has lost. */
  async renew(claims: readonly Claim[]): Promise<void> {
    await this.#pool.query({
      name: 'renew-leases',
      text: renewSql,
      values: [
        this.#owner,
        this.leaseMs,
        claims.map(({ deliveryId }) => deliveryId),
        claims.map(({ attemptNumber }) => attemptNumber),
      ],
    });
  }

  /** Never makes a due time earlier. */
  async postpone(moves: readonly Postponement[]): Promise<void> {
    await this.#pool.query({
      name: 'postpone-deliveries',
      text: postponeSql,
      values: [moves.map(({ deliveryId }) => deliveryId), moves.map(({ dueAt }) => at(dueAt))],
    });
  }

  async markOrphans(
    graceMs: number,
    tierDelaysMs: readonly number[],
    limit: number,
  ): Promise<Orphan[]> {
    const { rows } = await this.#pool.query<{
      delivery_id: string;
      subscription_id: string;
      step: number;
    }>(markOrphansSql, [graceMs, tierDelaysMs, limit]);
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
    // Taken before the statement is sent: the lease in the database can only end later than this.
    const leaseEndsAt = performance.now() + this.leaseMs;
    const { rows } = await this.#pool.query<ClaimRow>({
      name: 'claim-deliveries',
      text: claimSql,
      values: [
        asks.map(({ deliveryId }) => deliveryId),
        asks.map(({ step }) => step),
        this.#owner,
        this.leaseMs,
      ],
    });
    const given = new Map(rows.map((row) => [row.delivery_id, row]));
    const refused = asks.filter(({ deliveryId }) => !given.has(deliveryId));
    const { standings, areComplete } = await this.#standings(refused);
    // The caller retries, as it does while Postgres is away.
    if (!areComplete) throw new Error('deliveries are not complete after a start of Postgres');
    return asks.map((ask) => {
      const row = given.get(ask.deliveryId);
      return row === undefined
        ? refusalOf(standings.get(ask.deliveryId), ask)
        : claimOf(row, ask, leaseEndsAt);
    });
  }

  async #standings(
    refused: readonly Pick<Ask, 'deliveryId'>[],
  ): Promise<{ standings: ReadonlyMap<string, StandingRow>; areComplete: boolean }> {
    if (refused.length === 0) return { standings: new Map(), areComplete: true };
    const { rows } = await this.#pool.query<StandingRow & { are_complete: boolean }>({
      name: 'standing-of-deliveries',
      text: standingSql,
      values: [refused.map(({ deliveryId }) => deliveryId)],
    });
    const known = rows.filter(({ state }: { state: DeliveryState | null }) => state !== null);
    return {
      standings: new Map(known.map((row) => [row.delivery_id, row])),
      areComplete: rows.every(({ are_complete }) => are_complete),
    };
  }

  /**
   * Catches up fences of a restored database, once the read model has all later events.
   * @returns those that were behind
   */
  async catchUp(deliveryIds: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.#pool.query<{ delivery_id: string }>(catchUpSql, [deliveryIds]);
    return new Set(rows.map((row) => row.delivery_id));
  }

  /** Like `catchUp`, for all pending deliveries. */
  async catchUpAll(): Promise<void> {
    let after: readonly [Date | string, string] = ['-infinity', nil];
    for (;;) {
      const { rows } = await this.#pool.query<{ delivery_id: string; due_at: Date }>(
        pendingFencesSql,
        [...after, maxCatchUpRows],
      );
      const last = rows.at(-1);
      if (last === undefined) return;
      await this.catchUp(rows.map((row) => row.delivery_id));
      after = [last.due_at, last.delivery_id];
    }
  }

  async #suppress(ends: readonly Suppression[]): Promise<boolean[]> {
    const { rows } = await this.#pool.query<{ delivery_id: string }>({
      name: 'suppress-deliveries',
      text: suppressSql,
      values: [
        this.#owner,
        ends.map(({ subscriptionId }) => subscriptionId),
        ends.map(({ deliveryId }) => deliveryId),
        ends.map(({ token }) => token),
        ends.map(({ claimedStep }) => claimedStep),
      ],
    });
    const ended = new Set(rows.map((row) => row.delivery_id));
    return ends.map(({ deliveryId }) => ended.has(deliveryId));
  }

  async #advance(moves: readonly Advance[]): Promise<boolean[]> {
    const { rows } = await this.#pool.query<{ delivery_id: string }>({
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
        moves.map(({ claimedStep }) => claimedStep),
      ],
    });
    const moved = new Set(rows.map((row) => row.delivery_id));
    return moves.map(({ deliveryId }) => moved.has(deliveryId));
  }
}
