/**
 * One lane per receiver with bounded concurrency, fair turns between lanes, one cap over all and a share of it per account. An item
 * is prepared (claimed) first and then waits for its turn to be sent; a lane whose receiver answers fast prepares more ahead, so
 * that our own time is not a receiver's. A lane that stops answering takes nothing more and gives back what it queued; one that is
 * silent again and again keeps a single slot until it answers. So a hung receiver holds a few slots and no memory, and costs its
 * neighbours nothing. No clock of its own, no I/O.
 */
import {
  aheadOf,
  capOf,
  type Ending,
  isForgotten,
  isStalled,
  type Lane,
  maxQueuedPerLane,
  newLane,
  noteEnd,
  noteMove,
  noteTick,
  parkTierIndex,
  servedInTime,
} from './lane.js';

/** What an item has of its lane while it runs. */
export interface LaneTurn {
  /** Resolves when its receiver may be sent to. False: the lane does not move, give the item back. */
  take(accountId: string): Promise<boolean>;
}

export interface LanesOptions<T> {
  /** Sends at a time, in all. */
  readonly maxRunning: number;
  readonly maxRunningPerLane: number;
  /** Of `maxRunning`, how many one account may hold. */
  readonly maxRunningPerAccount: number;
  /** `silent`: the receiver gave no answer at all. `unsent`: it never came to sending. */
  run(item: T, turn: LaneTurn): Promise<Ending>;
  /** An item that this lane can't serve soon. */
  onEvicted(item: T, parkTierIndex: number): void;
  now(): number;
}

/** Prepared and not yet sent, over all lanes: each holds a body. */
const maxPreparedAhead = 500;

export class Lanes<T> {
  readonly #options: LanesOptions<T>;
  readonly #lanes = new Map<string, Lane<T>>();
  /** Lanes that have something to prepare, in turn. */
  #ready: Lane<T>[] = [];
  /** Lanes that have something to send, in turn. */
  #sendable: Lane<T>[] = [];
  readonly #sentByAccount = new Map<string, number>();
  #running = 0;
  #sent = 0;
  #queued = 0;

  constructor(options: LanesOptions<T>) {
    this.#options = options;
  }

  /** Waiting for a receiver's answer. */
  get running(): number {
    return this.#sent;
  }

  get queued(): number {
    return this.#queued;
  }

  /** Lanes by how their receivers behave. */
  get standing(): {
    readonly moving: number;
    readonly stalled: number;
    readonly distrusted: number;
  } {
    const count = { moving: 0, stalled: 0, distrusted: 0 };
    for (const lane of this.#lanes.values()) {
      if (this.#cap(lane) < this.#options.maxRunningPerLane) count.distrusted += 1;
      else if (this.#isStalled(lane)) count.stalled += 1;
      else count.moving += 1;
    }
    return count;
  }

  offer(key: string, item: T): void {
    const lane = this.#laneOf(key);
    if (this.#isStalled(lane) || lane.queue.length >= maxQueuedPerLane) {
      this.#options.onEvicted(item, parkTierIndex(lane));
      return;
    }
    lane.queue.push(item);
    this.#queued += 1;
    this.#makeReady(lane);
    this.#startAll();
  }

  /** The tick, to be called every 100 ms: gives back what waits in lanes that don't move, forgets lanes that are empty. */
  tend(): void {
    const now = this.#options.now();
    for (const lane of this.#lanes.values()) {
      noteTick(lane, this.#cap(lane));
      const stalled = this.#isStalled(lane);
      const worthKeeping = stalled ? 0 : servedInTime(lane, this.#cap(lane), now);
      for (const item of lane.queue.splice(worthKeeping)) {
        this.#queued -= 1;
        this.#options.onEvicted(item, parkTierIndex(lane));
      }
      if (stalled) for (const { go } of lane.prepared.splice(0)) go(false);
      if (isForgotten(lane, now)) this.#lanes.delete(lane.key);
    }
  }

  /** Empties all queues without running them: the process stops. */
  clear(): void {
    for (const lane of this.#lanes.values()) {
      lane.queue.length = 0;
      for (const { go } of lane.prepared.splice(0)) go(false);
    }
    this.#queued = 0;
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

  #isStalled(lane: Lane<T>): boolean {
    return isStalled(lane, this.#cap(lane));
  }

  #hasRoom(lane: Lane<T>): boolean {
    const cap = this.#cap(lane);
    return lane.running < cap + aheadOf(lane, cap);
  }

  #makeReady(lane: Lane<T>): void {
    if (lane.ready || lane.queue.length === 0 || !this.#hasRoom(lane)) return;
    lane.ready = true;
    this.#ready.push(lane);
  }

  #startAll(): void {
    while (this.#running < this.#options.maxRunning + maxPreparedAhead) {
      const lane = this.#ready.shift();
      if (lane === undefined) return;
      lane.ready = false;
      const item = this.#hasRoom(lane) ? lane.queue.shift() : undefined;
      if (item === undefined) continue;
      this.#queued -= 1;
      void this.#start(lane, item);
      this.#makeReady(lane);
    }
  }

  async #start(lane: Lane<T>, item: T): Promise<void> {
    this.#running += 1;
    lane.running += 1;
    const place: { accountId: string | null; sentAt: number } = { accountId: null, sentAt: 0 };
    const take = (accountId: string): Promise<boolean> =>
      new Promise((resolve) => {
        const go = (sends: boolean): void => {
          if (sends) {
            place.accountId = accountId;
            place.sentAt = this.#options.now();
          }
          resolve(sends);
        };
        lane.prepared.push({ accountId, go });
        this.#makeSendable(lane);
        this.#sendAll();
      });
    const ending = await this.#options.run(item, { take });
    this.#running -= 1;
    lane.running -= 1;
    const { accountId, sentAt } = place;
    if (accountId !== null) {
      this.#free(lane, accountId);
      noteEnd(lane, ending, sentAt, this.#options.now());
    }
    this.#makeReady(lane);
    this.#startAll();
    this.#makeSendable(lane);
    this.#sendAll();
  }

  #makeSendable(lane: Lane<T>): void {
    if (lane.sendable || lane.prepared.length === 0 || lane.sent >= this.#cap(lane)) return;
    lane.sendable = true;
    this.#sendable.push(lane);
  }

  /** Each lane at most once around: one whose account has its share keeps its place in the round. */
  #sendAll(): void {
    for (let left = this.#sendable.length; left > 0; left -= 1) {
      if (this.#sent >= this.#options.maxRunning) return;
      const lane = this.#sendable.shift();
      if (lane === undefined) return;
      lane.sendable = false;
      const [next] = lane.prepared;
      if (next !== undefined && lane.sent < this.#cap(lane) && this.#mayTake(next.accountId)) {
        lane.prepared.shift();
        this.#occupy(lane, next.accountId);
        next.go(true);
        left += 1;
      }
      this.#makeSendable(lane);
    }
  }

  #mayTake(accountId: string): boolean {
    return (this.#sentByAccount.get(accountId) ?? 0) < this.#options.maxRunningPerAccount;
  }

  #occupy(lane: Lane<T>, accountId: string): void {
    this.#sent += 1;
    lane.sent += 1;
    noteMove(lane, this.#options.now());
    this.#sentByAccount.set(accountId, (this.#sentByAccount.get(accountId) ?? 0) + 1);
  }

  #free(lane: Lane<T>, accountId: string): void {
    this.#sent -= 1;
    lane.sent -= 1;
    const left = (this.#sentByAccount.get(accountId) ?? 1) - 1;
    if (left > 0) this.#sentByAccount.set(accountId, left);
    else this.#sentByAccount.delete(accountId);
  }
}
