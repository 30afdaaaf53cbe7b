/** One receiver's lane: what it holds, and what was learned about the receiver. Pure; times are monotonic ms. */
import { Fifo } from '@libs/platform';
import { type Breaker, isOpen, newBreaker, noteAnswer, noteSilence, slotsOf } from './breaker.js';
import { type Pace, paceOf } from '../pace.js';

export type Ending = 'answered' | 'silent' | 'unsent';

/** `go`: send it. `later`: its account has prepared enough, queue it again. `no`: its lane does not move, park it. */
export type TurnAnswer = 'go' | 'later' | 'no';

interface Prepared {
  readonly accountId: string;
  readonly go: (answer: TurnAnswer) => void;
}

export interface Lane<T> {
  readonly key: string;
  /** Whose it is; null before its first item was prepared. */
  accountId: string | null;
  readonly queue: Fifo<T>;
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
  /** Since when something was sent and nothing answered; null while it answers. */
  silentSince: number | null;
  /** How long the receiver takes, moving average; null before the first answer. */
  answerMs: number | null;
  /** When its first answer came; null before it. */
  knownSince: number | null;
  readonly breaker: Breaker;
  readonly pace: Pace;
  /** Between half full and full of what it may prepare. */
  filling: boolean;
  /** Orders for it come to this process, as far as it knows. */
  isOurs: boolean;
  /** Stands in the queue of lanes that have something to prepare; to send. */
  ready: boolean;
  sendable: boolean;
}

/** Of 100 ms each. Shorter, and a busy machine's pauses look like a receiver that hangs. */
const ticksThatStall = 10;
/** Longer than this in the queue and the smallest delay tier is the better place. */
const worthWaitingMs = 5_000;
/** So much of a receiver's work is claimed before its turn: longer than a claim takes, far shorter than its lease. */
const aheadMs = 100;
const maxAheadPerLane = 256;
const rememberedMs = 60_000;
const warmUpMs = 2_000;

export function newLane<T>(key: string, now: number): Lane<T> {
  return {
    key,
    accountId: null,
    queue: new Fifo(),
    prepared: [],
    running: 0,
    sent: 0,
    stillTicks: 0,
    movedAt: now,
    silentSince: null,
    answerMs: null,
    knownSince: null,
    breaker: newBreaker(),
    pace: paceOf(null),
    filling: true,
    isOurs: true,
    ready: false,
    sendable: false,
  };
}

export const capOf = ({ breaker }: Lane<unknown>, maxRunning: number): number =>
  Math.min(slotsOf(breaker), maxRunning);

/** None before the first answer: a receiver must have shown that it is fast. */
function aheadOf({ answerMs, breaker }: Lane<unknown>, cap: number): number {
  if (answerMs === null || breaker.silentRun > 0) return 0;
  return Math.min(maxAheadPerLane, Math.floor((cap * aheadMs) / Math.max(answerMs, 1)));
}

/**
 * May take one more out of its queue. What keeps a pace must not wait so long for its turn that its lease runs out. What is
 * prepared ahead is filled up when half of it is gone: claims are then few and large.
 */
export function hasRoom(lane: Lane<unknown>, cap: number): boolean {
  const { maxPerSecond } = lane.pace;
  if (maxPerSecond !== null && lane.running - lane.sent >= maxPerSecond) return false;
  const ahead = aheadOf(lane, cap);
  if (lane.running >= cap + ahead) lane.filling = false;
  else if (lane.running <= cap + ahead / 2) lane.filling = true;
  return lane.filling;
}

/** Nothing goes out: all slots wait, or the breaker is open. */
export const isStalled = (lane: Lane<unknown>, cap: number, now: number): boolean =>
  isOpen(lane.breaker, now) || (lane.sent >= cap && lane.stillTicks > ticksThatStall);

/** Counted in ticks of our own and not in time: a process that was busy for a second must not blame its receivers. */
export function noteTick(lane: Lane<unknown>, cap: number): void {
  lane.stillTicks = lane.sent >= cap ? lane.stillTicks + 1 : 0;
}

/** What one more in the queue costs those behind it; null before the receiver is known. */
function msPerItem(
  { answerMs, knownSince, pace }: Lane<unknown>,
  cap: number,
  now: number,
): number | null {
  const pacedMs = pace.maxPerSecond === null ? 0 : 1_000 / pace.maxPerSecond;
  // The first answers of a receiver pay for connections and for a process that warms up.
  if (answerMs === null || knownSince === null || now - knownSince < warmUpMs)
    return pacedMs === 0 ? null : pacedMs;
  return Math.max(pacedMs, Math.max(answerMs, 1) / cap);
}

/**
 * How many of its queue a lane can serve before the smallest tier would. From the receiver's own speed: what waits for us would
 * only wait for us again after a tier.
 */
export function servedInTime(lane: Lane<unknown>, cap: number, now: number): number {
  const itemMs = msPerItem(lane, cap, now);
  return itemMs === null
    ? Number.POSITIVE_INFINITY
    : Math.max(cap, Math.ceil(worthWaitingMs / itemMs));
}

/**
 * Where to park: the longest tier that ends before the item's turn would come; at least as long as the breaker says, and about as long
 * as the receiver has been silent. Parked for 5 s each time, what piles up behind a receiver that hangs was moved every 5 s (1,200
 * orders a second after 30 s at 200/s), and its neighbours felt that.
 * @param index in the lane's queue
 * @param tierDelaysMs shortest first; the longest is for retries only
 */
export function tierFor(
  lane: Lane<unknown>,
  index: number,
  cap: number,
  tierDelaysMs: readonly number[],
  now: number,
): number {
  const waitMs = index * (msPerItem(lane, cap, now) ?? 0);
  const byWait = tierDelaysMs.findLastIndex((delayMs) => delayMs <= waitMs);
  const silentMs = lane.silentSince === null ? 0 : now - lane.silentSince;
  const bySilence = tierDelaysMs.slice(0, -1).findLastIndex((delayMs) => delayMs <= silentMs);
  const byBreaker = Math.min(lane.breaker.openings, tierDelaysMs.length - 1) - 1;
  return Math.max(0, byWait, bySilence, byBreaker);
}

/** What was learned about a receiver is kept for a while after its last use. */
export const isForgotten = (lane: Lane<unknown>, now: number): boolean =>
  lane.running === 0 &&
  lane.queue.length === 0 &&
  now - Math.max(lane.movedAt, lane.breaker.openUntil) > rememberedMs;

function noteMove(lane: Lane<unknown>, now: number): void {
  lane.movedAt = now;
  lane.stillTicks = 0;
}

export function noteSent(lane: Lane<unknown>, now: number): void {
  noteMove(lane, now);
  lane.silentSince ??= now;
}

/** @param openMs how long a breaker stays open, by how often it opened in a row */
export function noteEnd(
  lane: Lane<unknown>,
  ending: Ending,
  took: { readonly sentAt: number; readonly now: number; readonly openMs: readonly number[] },
): void {
  const { sentAt, now, openMs } = took;
  noteMove(lane, now);
  if (ending === 'silent') noteSilence(lane.breaker, now, openMs);
  else if (ending === 'answered') {
    lane.silentSince = null;
    noteAnswer(lane.breaker);
  } else return;
  const tookMs = now - sentAt;
  lane.knownSince ??= now;
  lane.answerMs = lane.answerMs === null ? tookMs : lane.answerMs * 0.8 + tookMs * 0.2;
}
