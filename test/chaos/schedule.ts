/**
 * The faults and their times: a pure function of the seed, so that a failing run can be reproduced.
 */

export const faultKinds = [
  'kill runner',
  'kill projector',
  'kill relay',
  'kill api',
  'kill delivery',
  'kill broker',
  'freeze broker',
  'kill every broker',
  'restart postgres',
  'freeze postgres',
  'read-only postgres',
  'restore postgres',
  'freeze api',
  'freeze runner',
  'freeze projector',
  'freeze relay',
  'freeze delivery',
  'add runner',
  'remove runner',
] as const;

export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  /** Relative to the beginning of the load. */
  readonly atMs: number;
  readonly kind: FaultKind;
  /** Selects the target: a fraction of the number of candidates when the fault happens. */
  readonly pick: number;
  /** Time until the restart, or the length of the freeze; 0 if nothing comes back. */
  readonly downMs: number;
}

export interface ScheduleOptions {
  readonly seed: number;
  readonly durationMs: number;
  /** A freeze must last longer than the frozen process's session. */
  readonly sessionTimeoutMs: number;
  /** Minimum and maximum pause between two faults. */
  readonly gapMs: readonly [number, number];
  /** Default: all kinds. */
  readonly kinds?: readonly FaultKind[];
}

/** mulberry32: 32 bits of state, good enough for shuffling. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function downMsOf(kind: FaultKind, sessionTimeoutMs: number, random: () => number): number {
  if (kind === 'add runner' || kind === 'remove runner') return 0;
  if (kind.startsWith('freeze ')) return sessionTimeoutMs + 2_000 + Math.round(random() * 2_000);
  // The copy lacks the writes of this long.
  if (kind === 'restore postgres') return 5_000 + Math.round(random() * 3_000);
  if (kind === 'kill broker' || kind === 'read-only postgres')
    return 3_000 + Math.round(random() * 3_000);
  return Math.round(random() * 3_000);
}

/** Rounds of all kinds, each round in its own order; the last fault is over before the end. */
export function scheduleOf(options: ScheduleOptions): Fault[] {
  const random = randomFrom(options.seed);
  const { gapMs, kinds = faultKinds } = options;
  const [least, most] = gapMs;
  const faults: Fault[] = [];
  let round: FaultKind[] = [];
  let atMs = 0;
  for (;;) {
    if (round.length === 0) round = [...kinds];
    atMs += Math.round(least + random() * (most - least));
    const [kind] = round.splice(Math.floor(random() * round.length), 1);
    if (kind === undefined) return faults;
    const pick = random();
    const downMs = downMsOf(kind, options.sessionTimeoutMs, random);
    if (atMs + downMs > options.durationMs) return faults;
    faults.push({ atMs, kind, pick, downMs });
    // One server fault at a time: with two servers down, little is acknowledged that could be lost.
    if (kind.endsWith('broker') || kind.endsWith('postgres')) atMs += downMs;
  }
}
