/**
 * One lane per subscription, with bounded concurrency. An item is prepared (claimed), then waits
 * for a slot; fast lanes prepare ahead, so that our latency is not taken for a receiver's. A
 * stalled lane parks its queue and accepts nothing more. When all queues are too long, moving lanes
 * park items they can't serve soon: the longer the wait, the longer the tier. So a hung receiver
 * costs others nothing. Each account's prepared items are bounded. No clock of its own, no I/O.
 */
import {
  capOf,
  type Ending,
  hasRoom,
  isCrowded,
  isForgotten,
  isStalled,
  type Lane,
  newLane,
  noteEnd,
  noteTick,
  servedInTime,
  tierFor,
  type SendAnswer,
} from './lane.js';
import { countLanes, deepestOf, type LaneCounts } from './lane-figures.js';
import { LanesWaitingForShare } from './lanes-waiting-for-share.js';
import { PreparedByAccount } from './prepared-by-account.js';
import { type BreakerListener, ToldBreakers } from './told-breakers.js';
import { SendSlots, type SendSlotsOptions } from './send-slots.js';

/** An item's access to its lane's slots while it runs. */
export interface LaneSlots {
  /**
   * Resolves when the item may be sent or must be given back.
   * @param maxPerSecond the lane's rate limit from now on
   */
  acquire(accountId: string, maxPerSecond: number | null): Promise<SendAnswer>;
}

export interface LanesOptions<T> extends SendSlotsOptions {
  /**
   * Queued items above which moving lanes evict too. Evicting early, measured: 20,000 deliveries
   * were parked 40,000 times, as a busy process mistook its own slowness for the receiver's.
   */
  readonly maxQueued: number;
  /** Tier delays, shortest first: for parking and, except the longest, for breakers. */
  readonly tierDelaysMs: readonly number[];
  /** `silent`: the receiver gave no answer at all. `unsent`: nothing was sent. */
  run(item: T, slots: LaneSlots): Promise<Ending>;
  /** An item that this lane can't serve soon. */
  onEvicted(item: T, parkTierIndex: number): void;
  /** A lane's breaker changed, at most a tick before. */
  onBreaker: BreakerListener;
}

/** Prepared and not yet sent, over all lanes: each holds a body. */
const maxPreparedAhead = 500;

export class Lanes<T> {
  readonly #options: LanesOptions<T>;
  readonly #lanes = new Map<string, Lane<T>>();
  readonly #slots: SendSlots;
  readonly #breakers: ToldBreakers;
  /** Lanes with something to prepare, round robin. */
  #ready: Lane<T>[] = [];
  /** Of lanes whose account is known. */
  readonly #ahead = new PreparedByAccount();
  readonly #waiting = new LanesWaitingForShare<Lane<T>>();
  #running = 0;
  #queued = 0;

  constructor(options: LanesOptions<T>) {
    this.#options = options;
    this.#slots = new SendSlots(options);
    this.#breakers = new ToldBreakers(options.onBreaker);
  }

  /** Items waiting for a receiver's answer. */
  get running(): number {
    return this.#slots.sent;
  }

  get queued(): number {
    return this.#queued;
  }

  /** Longest queue of one receiver. */
  get deepest(): number {
    return deepestOf(this.#lanes.values());
  }

  get standing(): LaneCounts {
    const now = this.#options.now();
    return countLanes(this.#lanes.values(), now, (lane) => this.#isStalled(lane, now));
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

  /** Tier to park in at once if this lane would evict the item; null: offer it to a lane. */
  parkTierOf(key: string): number | null {
    const lane = this.#lanes.get(key);
    return lane?.isOurs === true ? this.#tierIfStalled(lane) : null;
  }

  /** After a rebalance, other processes may own some receivers; an offer makes one ours again. */
  disown(): void {
    for (const lane of this.#lanes.values()) lane.isOurs = false;
    this.#breakers.closeAll();
  }

  /** To be called every 100 ms: evicts, wakes rate-limited lanes, forgets idle ones. */
  tend(): void {
    const now = this.#options.now();
    const pressed = this.#queued > this.#options.maxQueued;
    for (const lane of this.#lanes.values()) {
      noteTick(lane, this.#cap(lane));
      if (pressed || this.#isStalled(lane, now)) this.#evict(lane, now);
      this.#makeReady(lane);
      if (lane.isOurs) this.#breakers.tell(lane, now);
      if (!isForgotten(lane, now)) continue;
      this.#breakers.close(lane.key);
      this.#lanes.delete(lane.key);
    }
    this.#ready.push(...this.#waiting.takeAll());
    this.#startAll();
    this.#slots.sendAll();
  }

  /** Called when `maySend` turns true again. */
  sendAll(): void {
    this.#slots.sendAll();
  }

  /** Empties all queues without running the items, when the process stops. */
  clear(): void {
    for (const lane of this.#lanes.values()) {
      lane.queue.takeBeyond(0);
      for (const { go } of lane.prepared.splice(0)) go('no');
    }
    this.#queued = 0;
  }

  #evict(lane: Lane<T>, now: number): void {
    const stalled = this.#isStalled(lane, now);
    if (stalled) lane.turnedAway += lane.queue.length;
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
    if (!this.#isStalled(lane, now)) return null;
    lane.turnedAway += 1;
    return this.#tierFor(lane, lane.queue.length, now);
  }

  /** Hung receivers may keep their schedule while they hold less than half of all slots. */
  #isCrowded(lane: Lane<T>): boolean {
    const { maxRunning, maxRunningPerLane } = this.#options;
    return isCrowded(lane, maxRunningPerLane) || 2 * this.#slots.sent > maxRunning;
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
      if (this.#waitsForShare(lane)) continue;
      lane.ready = false;
      const item = this.#hasRoom(lane) ? lane.queue.shift() : undefined;
      if (item === undefined) continue;
      this.#queued -= 1;
      void this.#start(lane, item);
      this.#makeReady(lane);
    }
  }

  /** How many more items may be started. */
  get #free(): number {
    return this.#options.maxRunning + maxPreparedAhead - this.#running;
  }

  /** @returns whether the lane waits for its account */
  #waitsForShare(lane: Lane<T>): boolean {
    const { accountId } = lane;
    if (accountId === null || this.#ahead.mayPrepare(accountId, this.#free)) return false;
    this.#waiting.add(accountId, lane);
    return true;
  }

  /** Each finished item wakes one lane of the account; the tick wakes the rest. */
  #countAhead(accountId: string, change: 1 | -1): void {
    this.#ahead.count(accountId, change);
    if (change > 0) return;
    const lane = this.#waiting.takeOne(accountId);
    if (lane !== undefined) this.#ready.push(lane);
  }

  async #start(lane: Lane<T>, item: T): Promise<void> {
    this.#running += 1;
    lane.running += 1;
    const sent: { accountId: string | null; sentAt: number } = { accountId: null, sentAt: 0 };
    let aheadOf = lane.accountId;
    if (aheadOf !== null) this.#countAhead(aheadOf, 1);
    const isAheadNoMore = (): void => {
      if (aheadOf !== null) this.#countAhead(aheadOf, -1);
      aheadOf = null;
    };
    const acquire = (accountId: string, maxPerSecond: number | null): Promise<SendAnswer> =>
      new Promise((resolve) => {
        const isNew = aheadOf === null;
        if (isNew) this.#countAhead(accountId, 1);
        aheadOf ??= accountId;
        lane.accountId = accountId;
        const prepared = {
          accountId,
          go: (answer: SendAnswer): void => {
            if (answer === 'go') {
              isAheadNoMore();
              sent.accountId = accountId;
              sent.sentAt = this.#options.now();
            }
            resolve(answer);
          },
        };
        lane.pace.maxPerSecond = maxPerSecond;
        lane.prepared.push(prepared);
        this.#slots.offer(lane);
        this.#slots.sendAll();
        // The lane's account was unknown when this item was started.
        if (!isNew || sent.accountId !== null || this.#ahead.mayPrepare(accountId, this.#free))
          return;
        lane.prepared.splice(lane.prepared.indexOf(prepared), 1);
        prepared.go('later');
      });
    const ending = await this.#options.run(item, { acquire });
    const isCrowded = this.#isCrowded(lane);
    this.#running -= 1;
    lane.running -= 1;
    isAheadNoMore();
    const { accountId, sentAt } = sent;
    if (accountId !== null) {
      this.#slots.free(lane, accountId);
      const openMs = this.#options.tierDelaysMs.slice(0, -1);
      noteEnd(lane, ending, { sentAt, now: this.#options.now(), openMs, isCrowded });
    }
    this.#slots.offer(lane);
    this.#slots.sendAll();
    this.#makeReady(lane);
    this.#startAll();
  }
}
