/**
 * Which tab reads the stream where the browser has no Web Locks (plain http with a host name): the
 * one that holds a lease in the shared storage. Pure.
 */
export interface Lease {
  readonly tab: string;
  readonly untilMs: number;
}

/** Longer than the silence between two comments of the server, which also renew it. */
export const leaseMs = 20_000;

/** Null: nobody leads, or what is kept is no lease. */
export function leaseIn(kept: string | null): Lease | null {
  const [, until = '', tab = ''] = /^(\d{1,15}) ([\w-]{1,64})$/.exec(kept ?? '') ?? [];
  return tab === '' ? null : { tab, untilMs: Number(until) };
}

export const leaseText = ({ tab, untilMs }: Lease): string => `${untilMs} ${tab}`;

/** A lease that ends too late was written before the clock was set back. */
export const isFree = (lease: Lease | null, nowMs: number): boolean =>
  lease === null || lease.untilMs <= nowMs || lease.untilMs > nowMs + 2 * leaseMs;
