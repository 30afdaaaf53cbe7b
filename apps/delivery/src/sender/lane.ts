/** State of one receiver's lane and of the receiver. Pure; times are monotonic ms. */
import { Fifo } from '@libs/platform';
import {
  type Breaker,
  isOpen,
  newBreaker,
  noteAnswer,
  noteSilence,
  slotsOf,
} from '../subscriptions/breaker.js';
import { type Pace, paceOf } from '../pace.js';

export type Ending = 'answered' | 'silent' | 'unsent';

/** `go`: send. `later`: its account has prepared enough, queue it again. `no`: stalled, park it. */
export type SendAnswer = 'go' | 'later' | 'no';

interface Prepared {
  readonly accountId: string;
  readonly go: (answer: SendAnswer) => void;
}

export interface Lane<T> {
  readonly key: string;
  /** Owning account; null before its first item was prepared. */
  accountId: string | null;
  readonly queue: Fifo<T>;
  /** Claimed, waiting for a slot to be sent. */
  readonly prepared: Prepared[];
  /** Items between leaving the queue and their end. */
  running: number;
  /** Running items that wait for the receiver's answer. */
  sent: number;
  /** Parked for want of a slot, since the last answer or the last opening of its breaker. */
  turnedAway: number;
  /** Ticks since the last send or answer, while full. */
  stillTicks: number;
  /** Time of the last send or answer. */
  movedAt: number;
  /** Time of the first send without an answer since; null while it answers. */
  silentSince: number | null;
  /** Moving average of the receiver's answer time; null before the first answer. */
  answerMs: number | null;
  /** Time of its first answer; null before it. */
  knownSince: number | null;
  readonly breaker: Breaker;
  readonly pace: Pace;
  /** Hysteresis: preparing continues until full, then pauses until half of the lead is used up. */
  filling: boolean;
  /** As far as known, this process gets its due deliveries. */
  isOurs: boolean;
  /** `ready`: in the queue of lanes with items to prepare. `sendable`: in that of lanes to send. */
  ready: boolean;
  sendable: boolean;
}

/** Ticks of 100 ms. With fewer, pauses of a busy machine look like a receiver that hangs. */
const ticksThatStall = 10;
/** An item that would wait longer is better placed in the smallest delay tier. */
const worthWaitingMs = 5_000;
/** How much work is claimed ahead: more than a claim takes, far less than its lease. */
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
    turnedAway: 0,
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

/** None before the first answer: a receiver must first have shown that it is fast. */
function aheadOf({ answerMs, breaker }: Lane<unknown>, cap: number): number {
  if (answerMs === null || breaker.silentRun > 0) return 0;
  return Math.min(maxAheadPerLane, Math.floor((cap * aheadMs) / Math.max(answerMs, 1)));
}

/**
 * Whether one more item may leave the queue. A rate-limited item must not wait until its lease
 * ends. The lead is refilled when half of it is used: claims are then few and large.
 */
export function hasRoom(lane: Lane<unknown>, cap: number): boolean {
  const { maxPerSecond } = lane.pace;
  if (maxPerSecond !== null && lane.running - lane.sent >= maxPerSecond) return false;
  const ahead = aheadOf(lane, cap);
  if (lane.running >= cap + ahead) lane.filling = false;
  else if (lane.running <= cap + ahead / 2) lane.filling = true;
  return lane.filling;
}

/** All slots wait for answers, or the breaker is open. */
export const isStalled = (lane: Lane<unknown>, cap: number, now: number): boolean =>
  isOpen(lane.breaker, now) || (lane.sent >= cap && lane.stillTicks > ticksThatStall);

/** Counted in ticks, not in time: a process that was busy must not blame its receivers. */
export function noteTick(lane: Lane<unknown>, cap: number): void {
  lane.stillTicks = lane.sent >= cap ? lane.stillTicks + 1 : 0;
}

/** How much one more queued item delays those after it; null before the receiver is known. */
function msPerItem(
  { answerMs, knownSince, pace }: Lane<unknown>,
  cap: number,
  now: number,
): number | null {
  const pacedMs = pace.maxPerSecond === null ? 0 : 1_000 / pace.maxPerSecond;
  // The first answers include connection set-up and the receiver's warm-up.
  if (answerMs === null || knownSince === null || now - knownSince < warmUpMs)
    return pacedMs === 0 ? null : pacedMs;
  return Math.max(pacedMs, Math.max(answerMs, 1) / cap);
}

/**
 * How many queued items a lane serves before the smallest tier would. Based on the receiver's own
 * speed: items delayed by this process would only wait for it again after a tier.
 */
export function servedInTime(lane: Lane<unknown>, cap: number, now: number): number {
  const itemMs = msPerItem(lane, cap, now);
  return itemMs === null
    ? Number.POSITIVE_INFINITY
    : Math.max(cap, Math.ceil(worthWaitingMs / itemMs));
}

/**
 * The longest tier below the item's wait, the breaker's or the silence so far. Parking for 5 s each
 * time moved 1,200 records/s after 30 s at 200/s, which slowed other lanes.
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

/** Knowledge about a receiver is kept for `rememberedMs` after its last use. */
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

/**
 * More deliveries were due than the lane has slots. While its breaker is closed, only such a lane
 * turns any away. While it probes, all but one are turned away, at least once between two probes.
 */
export const isCrowded = (lane: Lane<unknown>, slots: number): boolean =>
  lane.turnedAway > (lane.breaker.openings === 0 ? 0 : slots - lane.running - lane.queue.length);

export interface AttemptEnd {
  readonly sentAt: number;
  readonly now: number;
  /** How long a breaker stays open, by how often it opened in a row. */
  readonly openMs: readonly number[];
  /** The lane has more due than slots, or too few slots are free for all lanes. */
  readonly isCrowded: boolean;
}

export function noteEnd(lane: Lane<unknown>, ending: Ending, end: AttemptEnd): void {
  const { sentAt, now } = end;
  noteMove(lane, now);
  if (ending === 'silent') {
    const { openings } = lane.breaker;
    noteSilence(lane.breaker, now, end);
    if (lane.breaker.openings !== openings) lane.turnedAway = 0;
  } else if (ending === 'answered') {
    lane.silentSince = null;
    lane.turnedAway = 0;
    noteAnswer(lane.breaker);
  } else return;
  const tookMs = now - sentAt;
  lane.knownSince ??= now;
  lane.answerMs = lane.answerMs === null ? tookMs : lane.answerMs * 0.8 + tookMs * 0.2;
}
