/** One receiver's lane: its state and what follows from it. Pure; times are monotonic ms. */
export type Ending = 'answered' | 'silent' | 'unsent';

interface Prepared {
  readonly accountId: string;
  readonly go: (sends: boolean) => void;
}

export interface Lane<T> {
  readonly key: string;
  readonly queue: T[];
  /** Claimed, waiting for their turn to be sent. */
  readonly prepared: Prepared[];
  /** Between leaving the queue and their end. */
  running: number;
  /** Of those, how many wait for the receiver. */
  sent: number;
  /** Ticks since something was last sent or answered, while full. */
  stillTicks: number;
  /** When something was last sent or answered. */
  movedAt: number;
  /** How long the receiver takes, moving average; null before the first answer. */
  answerMs: number | null;
  /** When its first answer came; null before it. */
  knownSince: number | null;
  silentRun: number;
  /** Stands in the queue of lanes that have something to prepare; to send. */
  ready: boolean;
  sendable: boolean;
}

/** More than a partition's share of open orders plus one fetch: a fast lane makes the partition pause instead of parking. */
export const maxQueuedPerLane = 20_000;
/** Of 100 ms each. */
const ticksThatStall = 2;
const silentRunThatDistrusts = 3;
/** Longer than this in the queue and the smallest delay tier is the better place. */
const worthWaitingMs = 5_000;
/** Silent attempts in a row that make parking a tier longer. */
const parkTierSteps = [3, 10, 30];
/** So much of a receiver's work is claimed before its turn: longer than a claim takes, far shorter than its lease. */
const aheadMs = 100;
const maxAheadPerLane = 256;
const rememberedMs = 60_000;
const warmUpMs = 2_000;

export function newLane<T>(key: string, now: number): Lane<T> {
  return {
    key,
    queue: [],
    prepared: [],
    running: 0,
    sent: 0,
    stillTicks: 0,
    movedAt: now,
    answerMs: null,
    knownSince: null,
    silentRun: 0,
    ready: false,
    sendable: false,
  };
}

type Standing = Pick<
  Lane<unknown>,
  'sent' | 'stillTicks' | 'answerMs' | 'knownSince' | 'silentRun'
>;

export const capOf = (lane: Standing, maxRunning: number): number =>
  lane.silentRun >= silentRunThatDistrusts ? 1 : maxRunning;

/** None before the first answer: a receiver must have shown that it is fast. */
export function aheadOf({ answerMs, silentRun }: Standing, cap: number): number {
  if (answerMs === null || silentRun > 0) return 0;
  return Math.min(maxAheadPerLane, Math.floor((cap * aheadMs) / Math.max(answerMs, 1)));
}

export const isStalled = (lane: Standing, cap: number): boolean =>
  lane.sent >= cap && lane.stillTicks > ticksThatStall;

/** Counted in ticks of our own and not in time: a process that was busy for a second must not blame its receivers. */
export function noteTick(lane: Lane<unknown>, cap: number): void {
  lane.stillTicks = lane.sent >= cap ? lane.stillTicks + 1 : 0;
}

/**
 * How many of its queue a lane can serve before the smallest tier would. From the receiver's own speed: what waits for us would
 * only wait for us again after a tier.
 */
export function servedInTime({ answerMs, knownSince }: Standing, cap: number, now: number): number {
  // The first answers of a receiver pay for connections and for a process that warms up.
  if (answerMs === null || knownSince === null || now - knownSince < warmUpMs)
    return maxQueuedPerLane;
  return Math.max(cap, Math.ceil((cap * worthWaitingMs) / Math.max(answerMs, 1)));
}

export const parkTierIndex = ({ silentRun }: Standing): number =>
  parkTierSteps.filter((step) => silentRun >= step).length;

/** What was learned about a receiver is kept for a while after its last use. */
export const isForgotten = (lane: Lane<unknown>, now: number): boolean =>
  lane.running === 0 && lane.queue.length === 0 && now - lane.movedAt > rememberedMs;

export function noteMove(lane: Lane<unknown>, now: number): void {
  lane.movedAt = now;
  lane.stillTicks = 0;
}

export function noteEnd(lane: Lane<unknown>, ending: Ending, sentAt: number, now: number): void {
  noteMove(lane, now);
  lane.silentRun = ending === 'silent' ? lane.silentRun + 1 : 0;
  const tookMs = now - sentAt;
  lane.knownSince ??= now;
  lane.answerMs = lane.answerMs === null ? tookMs : lane.answerMs * 0.8 + tookMs * 0.2;
}
