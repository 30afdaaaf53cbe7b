/**
 * One lane per subscription (its receiver) with bounded concurrency. An item is prepared (claimed) first and then waits for its turn to be sent; a lane
 * whose receiver answers fast prepares more ahead, so that our own time is not a receiver's. A lane that stops answering takes
 * nothing more and gives back what it queued. A lane that moves keeps its queue as long as all queues together are small; beyond
 * that it gives back what it can't serve soon: the longer it would wait, the longer the tier. So a hung receiver holds a few slots
 * and no memory, and costs its neighbours nothing. An account prepares no more than what is left for the others, however many lanes it
 * has. No clock of its own, no I/O.
 */
import { type BreakerState, stateOf } from './breaker.js';
import {
  capOf,
  type Ending,
  hasRoom,
  isForgotten,
  isStalled,
  type Lane,
  newLane,
  noteEnd,
  noteTick,
  servedInTime,
  tierFor,
  type TurnAnswer,
} from './lane.js';
import { Turns, type TurnsOptions } from './turns.js';

/** What an item has of its lane while it runs. */
export interface LaneTurn {
  /**
   * Resolves when its receiver may be sent to, or the item is to be given back.
   * @param maxPerSecond the lane's rate limit from now on
   */
  take(accountId: string, maxPerSecond: number | null): Promise<TurnAnswer>;
}

export interface LanesOptions<T> extends TurnsOptions {
  /**
   * Queued over all lanes before moving ones give back as well. Parking early would only cost: measured on a busy machine, 20,000
   * due deliveries for one receiver were parked 40,000 times, because our own slowness looked like the receiver's.
   */
  readonly maxQueued: number;
  /** Delays of the tiers, shortest first: where to park, and (but for the longest) how long a breaker stays open. */
  readonly tierDelaysMs: readonly number[];
  /** `silent`: the receiver gave no answer at all. `unsent`: it never came to sending. */
  run(item: T, turn: LaneTurn): Promise<Ending>;
  /** An item that this lane can't serve soon. */
  onEvicted(item: T, parkTierIndex: number): void;
}

/** Prepared and not yet sent, over all lanes: each holds a body. */
const maxPreparedAhead = 500;

export class Lanes<T> {
  readonly #options: LanesOptions<T>;
  readonly #lanes = new Map<string, Lane<T>>();
  readonly #turns: Turns;
  /** Lanes that have something to prepare, in turn. */
  #ready: Lane<T>[] = [];
  /** Lanes that would be ready if their accounts had not prepared enough. */
  readonly #held = new Map<string, Lane<T>[]>();
  /** Being prepared or prepared, and not sent yet, of lanes whose account is known. */
  readonly #aheadOfAccount = new Map<string, number>();
  #running = 0;
  #queued = 0;

  constructor(options: LanesOptions<T>) {
    this.#options = options;
    this.#turns = new Turns(options);
  }

  /** Waiting for a receiver's answer. */
  get running(): number {
    return this.#turns.sent;
  }

  get queued(): number {
    return this.#queued;
  }

  /** The longest queue of one receiver. */
  get deepest(): number {
    let deepest = 0;
    for (const { queue } of this.#lanes.values()) deepest = Math.max(deepest, queue.length);
    return deepest;
  }

  /** Receivers in use by the state of their breakers; `stalled` are closed ones whose slots all wait. */
  get standing(): Readonly<Record<BreakerState | 'stalled', number>> {
    const now = this.#options.now();
    const count = { closed: 0, stalled: 0, open: 0, probing: 0 };
    for (const lane of this.#lanes.values()) {
      const state = stateOf(lane.breaker, now);
      count[state === 'closed' && this.#isStalled(lane, now) ? 'stalled' : state] += 1;
    }
    return count;
  }

  offer(key: string, item: T): void {
    const lane = this.#laneOf(key);
    lane.isOurs = true;
    const tierIndex = this.#tierIfStalled(lane);
    if (tierIndex !== null) {
      this.#options.onEvicted(item, tierIndex);
      return;
    }
    lane.queue.push(item);
    this.#queued += 1;
    this.#makeReady(lane);
    this.#startAll();
  }

  /** Where to park at once what a lane here would give back at once; null: it is to be offered, here or where its lane is. */
  parkTierOf(key: string): number | null {
    const lane = this.#lanes.get(key);
    return lane?.isOurs === true ? this.#tierIfStalled(lane) : null;
  }

  /** Some receivers may be another process's from now on: each is ours again when something is offered for it. */
  disown(): void {
    for (const lane of this.#lanes.values()) lane.isOurs = false;
  }

  /** The tick, to be called every 100 ms: gives back what lanes can't serve soon, wakes those that keep a pace, forgets empty ones. */
  tend(): void {
    const now = this.#options.now();
    const pressed = this.#queued > this.#options.maxQueued;
    for (const lane of this.#lanes.values()) {
      noteTick(lane, this.#cap(lane));
      if (pressed || this.#isStalled(lane, now)) this.#evict(lane, now);
      this.#makeReady(lane);
      if (isForgotten(lane, now)) this.#lanes.delete(lane.key);
    }
    for (const held of this.#held.values()) this.#ready.push(...held);
    this.#held.clear();
    this.#startAll();
    this.#turns.sendAll();
  }

  /** There is room again for what was kept back. */
  sendAll(): void {
    this.#turns.sendAll();
  }

  /** Empties all queues without running them: the process stops. */
  clear(): void {
    for (const lane of this.#lanes.values()) {
      lane.queue.takeBeyond(0);
      for (const { go } of lane.prepared.splice(0)) go('no');
    }
    this.#queued = 0;
  }

  #evict(lane: Lane<T>, now: number): void {
    const stalled = this.#isStalled(lane, now);
    const worthKeeping = stalled ? 0 : servedInTime(lane, this.#cap(lane), now);
    for (const [index, item] of lane.queue.takeBeyond(worthKeeping).entries()) {
      this.#queued -= 1;
      this.#options.onEvicted(item, this.#tierFor(lane, worthKeeping + index, now));
    }
    if (stalled) for (const { go } of lane.prepared.splice(0)) go('no');
  }

  #tierFor(lane: Lane<T>, index: number, now: number): number {
    return tierFor(lane, index, this.#cap(lane), this.#options.tierDelaysMs, now);
  }

  #laneOf(key: string): Lane<T> {
    let lane = this.#lanes.get(key);
    if (lane === undefined) {
      lane = newLane(key, this.#options.now());
      this.#lanes.set(key, lane);
    }
    return lane;
  }

  #cap(lane: Lane<T>): number {
    return capOf(lane, this.#options.maxRunningPerLane);
  }

  #tierIfStalled(lane: Lane<T>): number | null {
    const now = this.#options.now();
    return this.#isStalled(lane, now) ? this.#tierFor(lane, lane.queue.length, now) : null;
  }

  #isStalled(lane: Lane<T>, now: number): boolean {
    return isStalled(lane, this.#cap(lane), now);
  }

  #hasRoom(lane: Lane<T>): boolean {
    return hasRoom(lane, this.#cap(lane));
  }

  #makeReady(lane: Lane<T>): void {
    if (lane.ready || lane.queue.length === 0 || !this.#hasRoom(lane)) return;
    lane.ready = true;
    this.#ready.push(lane);
  }

  #startAll(): void {
    while (this.#free > 0) {
      const lane = this.#ready.shift();
      if (lane === undefined) return;
      if (this.#hold(lane)) continue;
      lane.ready = false;
      const item = this.#hasRoom(lane) ? lane.queue.shift() : undefined;
      if (item === undefined) continue;
      this.#queued -= 1;
      void this.#start(lane, item);
      this.#makeReady(lane);
    }
  }

  /** How many more may be started. */
  get #free(): number {
    return this.#options.maxRunning + maxPreparedAhead - this.#running;
  }

  /**
   * An account is ahead by as much as is left for all others, at most: alone it gets half, two get a third each. (Choudhury and Hahne,
   * Dynamic queue length thresholds, 1998)
   */
  #hasShare(accountId: string): boolean {
    return (this.#aheadOfAccount.get(accountId) ?? 0) < this.#free;
  }

  /** @returns whether the lane waits for its account */
  #hold(lane: Lane<T>): boolean {
    const { accountId } = lane;
    if (accountId === null || this.#hasShare(accountId)) return false;
    const held = this.#held.get(accountId) ?? [];
    held.push(lane);
    this.#held.set(accountId, held);
    return true;
  }

  /** One lane for each item that is gone; the tick wakes whatever is left. */
  #countAhead(accountId: string, change: 1 | -1): void {
    const ahead = (this.#aheadOfAccount.get(accountId) ?? 0) + change;
    if (ahead > 0) this.#aheadOfAccount.set(accountId, ahead);
    else this.#aheadOfAccount.delete(accountId);
    if (change > 0) return;
    const held = this.#held.get(accountId);
    const lane = held?.shift();
    if (lane !== undefined) this.#ready.push(lane);
    if (held?.length === 0) this.#held.delete(accountId);
  }

  async #start(lane: Lane<T>, item: T): Promise<void> {
    this.#running += 1;
    lane.running += 1;
    const place: { accountId: string | null; sentAt: number } = { accountId: null, sentAt: 0 };
    let aheadOf = lane.accountId;
    if (aheadOf !== null) this.#countAhead(aheadOf, 1);
    const isAheadNoMore = (): void => {
      if (aheadOf !== null) this.#countAhead(aheadOf, -1);
      aheadOf = null;
    };
    const take = (accountId: string, maxPerSecond: number | null): Promise<TurnAnswer> =>
      new Promise((resolve) => {
        const isNew = aheadOf === null;
        if (isNew) this.#countAhead(accountId, 1);
        aheadOf ??= accountId;
        lane.accountId = accountId;
        const prepared = {
          accountId,
          go: (answer: TurnAnswer): void => {
            if (answer === 'go') {
              isAheadNoMore();
              place.accountId = accountId;
              place.sentAt = this.#options.now();
            }
            resolve(answer);
          },
        };
        lane.pace.maxPerSecond = maxPerSecond;
        lane.prepared.push(prepared);
        this.#turns.offer(lane);
        this.#turns.sendAll();
        // Nobody knew whose lane it was when it was begun.
        if (!isNew || place.accountId !== null || this.#hasShare(accountId)) return;
        lane.prepared.splice(lane.prepared.indexOf(prepared), 1);
        prepared.go('later');
      });
    const ending = await this.#options.run(item, { take });
    this.#running -= 1;
    lane.running -= 1;
    isAheadNoMore();
    const { accountId, sentAt } = place;
    if (accountId !== null) {
      this.#turns.free(lane, accountId);
      const openMs = this.#options.tierDelaysMs.slice(0, -1);
      noteEnd(lane, ending, { sentAt, now: this.#options.now(), openMs });
    }
    this.#turns.offer(lane);
    this.#turns.sendAll();
    this.#makeReady(lane);
    this.#startAll();
  }
}
