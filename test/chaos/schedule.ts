/** Which fault when: a pure function of the seed, so that a failing run can be had again. */

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
  /** From the beginning of the load. */
  readonly atMs: number;
  readonly kind: FaultKind;
  /** Which of several, as a fraction of their number when it happens. */
  readonly pick: number;
  /** From the blow to the restart, or how long it is frozen; 0 where nothing comes back. */
  readonly downMs: number;
}

export interface ScheduleOptions {
  readonly seed: number;
  readonly durationMs: number;
  /** Who is frozen must sleep through its own session. */
  readonly sessionTimeoutMs: number;
  /** Pause between two faults, at least and at most. */
  readonly gapMs: readonly [number, number];
  /** All kinds unless said. */
  readonly kinds?: readonly FaultKind[];
}

/** mulberry32: 32 bits of state, good enough to shuffle with. */
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
  // So much is missing in the copy.
  if (kind === 'restore postgres') return 5_000 + Math.round(random() * 3_000);
  if (kind === 'kill broker' || kind === 'read-only postgres')
    return 3_000 + Math.round(random() * 3_000);
  return Math.round(random() * 3_000);
}

/** Rounds of all kinds, each round in an order of its own; the last fault is over before the end. */
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
    // One broker, or all, or the database at a time: with two things away, little is acknowledged that could be lost.
    if (kind.endsWith('broker') || kind.endsWith('postgres')) atMs += downMs;
  }
}
