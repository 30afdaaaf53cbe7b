/** The fence's answers to a claim, and how they are read from its rows. */
export type DeliveryState =
  'pending' | 'succeeded' | 'failed' | 'exhausted' | 'suppressed' | 'dropped';

/** As it is now, not as it was at the event. */
export interface ClaimedSubscription {
  readonly url: string;
  readonly active: boolean;
  /** Encrypted; the current one first. */
  readonly secrets: readonly Buffer[];
  /** Encrypted; null: none. */
  readonly headers: Buffer | null;
  readonly maxPerSecond: number | null;
  /** Consecutive earlier deliveries that used up all their attempts. */
  readonly exhaustedRun: number;
}

export interface Claim {
  readonly kind: 'claimed';
  readonly deliveryId: string;
  readonly step: number;
  /**
   * Attempt number and fencing token, increased by the claim. A crash after it leaves a gap; two
   * POSTs share one only if a Postgres crash took the claim back.
   */
  readonly attemptNumber: number;
  /** Position in the automatic schedule, from 1. */
  readonly position: number;
  /** When the delivery was stored, epoch ms. */
  readonly createdAt: number;
  readonly body: Buffer;
  readonly traceparent: string | null;
  readonly workspaceId: string;
  /** The workspace's id when that has no account any more. */
  readonly accountId: string;
  /** Null when deleted. */
  readonly subscription: ClaimedSubscription | null;
  /** The step's last holder recorded no outcome: the receiver may already have got it. */
  readonly isRepeat: boolean;
  /** Monotonic time after which another process may hold the lease. */
  readonly leaseEndsAt: number;
}

/** `moved`: the step is over; `leased`: another process may be attempting it; `missing`: no row. */
export type Refusal = { readonly kind: 'moved' | 'leased' | 'missing' };
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
  /** Replaced, and still signing; the last one first. */
  earlier_secret_ciphertexts: readonly Buffer[];
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
  return { kind: standing.state === 'pending' && standing.step <= ask.step ? 'leased' : 'moved' };
}

export function claimOf(row: ClaimRow, ask: Ask, leaseEndsAt: number): Claim {
  const sealed = [row.secret_ciphertext, ...row.earlier_secret_ciphertexts];
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
