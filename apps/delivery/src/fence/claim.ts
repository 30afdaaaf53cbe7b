/** What the fence answers to who asks for a step, and how the answer is read from its row. */
export type DeliveryState =
  'pending' | 'succeeded' | 'failed' | 'exhausted' | 'suppressed' | 'dropped';

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
  /** Its workspace's id when that has none any more. */
  readonly accountId: string;
  /** Null when deleted. */
  readonly subscription: ClaimedSubscription | null;
  /** Whoever held this step before never said how it ended: its receiver may have had it already. */
  readonly isRepeat: boolean;
  /** Monotonic time after which the lease may be someone else's. */
  readonly leaseEndsAt: number;
}

/** `moved`: another has made this attempt; `held`: another may be making it; `missing`: there is no such delivery. */
export type Refusal = { readonly kind: 'moved' | 'held' | 'missing' };
export type ClaimAnswer = Claim | Refusal;

export interface ClaimRow {
  delivery_id: string;
  attempts: number;
  position: number;
  created_at: Date;
  body: Buffer;
  traceparent: string | null;
  workspace_id: string;
  account_id: string;
  step_before: number;
  was_held: boolean;
  subscription_id: string | null;
  url: string;
  active: boolean;
  max_per_second: number | null;
  exhausted_run: number;
  headers_ciphertext: Buffer | null;
  secret_ciphertext: Buffer | null;
  previous_secret_ciphertext: Buffer | null;
}

export interface StandingRow {
  delivery_id: string;
  state: DeliveryState;
  step: number;
}

export interface Ask {
  readonly deliveryId: string;
  readonly step: number;
}

export function refusalOf(standing: StandingRow | undefined, ask: Ask): Refusal {
  if (standing === undefined) return { kind: 'missing' };
  return { kind: standing.state === 'pending' && standing.step <= ask.step ? 'held' : 'moved' };
}

export function claimOf(row: ClaimRow, ask: Ask, leaseEndsAt: number): Claim {
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
    accountId: row.account_id,
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
    isRepeat: row.step_before === ask.step && row.was_held,
    leaseEndsAt,
  };
}
