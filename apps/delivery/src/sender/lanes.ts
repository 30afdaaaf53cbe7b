/**
 * One lane per receiver with bounded concurrency, fair turns between lanes, one cap over all. A lane that stops answering takes
 * nothing more and gives back what it queued; one that is silent again and again keeps a single slot until it answers. So a hung
 * receiver holds a few slots and no memory, and costs its neighbours nothing. No clock of its own, no I/O.
 */
export interface LanesOptions<T> {
  readonly maxRunning: number;
  readonly maxRunningPerLane: number;
  /**
   * `silent`: the receiver gave no answer at all. Calls `onSent` when the receiver's time begins: what comes before is our own
   * time and no reason to distrust a receiver.
   */
  run(item: T, onSent: () => void): Promise<'answered' | 'silent'>;
  /** An item that this lane can't serve soon. */
  onEvicted(item: T, parkTierIndex: number): void;
  now(): number;
}

interface Lane<T> {
  readonly key: string;
  readonly queue: T[];
  running: number;
  /** Of those, how many wait for the receiver. */
  sent: number;
  /** When something was last sent or answered. */
  movedAt: number;
  silentRun: number;
  /** Ends in the current and in the previous second. */
  endedNow: number;
  endedBefore: number;
  ready: boolean;
}

const stalledAfterMs = 250;
const silentRunThatDistrusts = 3;
/** Longer than this in the queue and the smallest delay tier is the better place. */
const worthWaitingMs = 5_000;
const maxQueuedPerLane = 10_000;
/** Silent attempts in a row that make parking a tier longer. */
const parkTierSteps = [3, 10, 30];

export class Lanes<T> {
  readonly #options: LanesOptions<T>;
  readonly #lanes = new Map<string, Lane<T>>();
  /** Lanes that have something to start, in turn. */
  #ready: Lane<T>[] = [];
  #running = 0;
  #queued = 0;

  constructor(options: LanesOptions<T>) {
    this.#options = options;
  }

  get running(): number {
    return this.#running;
  }

  get queued(): number {
    return this.#queued;
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

  /** To be called every 100 ms or so: gives back what waits in lanes that don't move, forgets lanes that are empty. */
  tend(startsNewSecond: boolean): void {
    for (const lane of this.#lanes.values()) {
      if (startsNewSecond) {
        lane.endedBefore = lane.endedNow;
        lane.endedNow = 0;
      }
      const worthKeeping = this.#isStalled(lane) ? 0 : this.#servedInTime(lane);
      for (const item of lane.queue.splice(worthKeeping)) {
        this.#queued -= 1;
        this.#options.onEvicted(item, parkTierIndex(lane));
      }
      // Distrust is remembered for as long as the lane is in use.
      if (
        lane.running === 0 &&
        lane.queue.length === 0 &&
        lane.endedBefore === 0 &&
        lane.endedNow === 0
      ) {
        if (lane.silentRun === 0 || this.#options.now() - lane.movedAt > 60_000)
          this.#lanes.delete(lane.key);
      }
    }
  }

  /** Empties all queues without running them: the process stops. */
  clear(): void {
    for (const lane of this.#lanes.values()) lane.queue.length = 0;
    this.#queued = 0;
  }

  #servedInTime(lane: Lane<T>): number {
    // Without a second of history the lane is trusted.
    if (lane.endedBefore === 0) return maxQueuedPerLane;
    return Math.max(
      this.#options.maxRunningPerLane,
      Math.ceil((lane.endedBefore * worthWaitingMs) / 1_000),
    );
  }

  #laneOf(key: string): Lane<T> {
    let lane = this.#lanes.get(key);
    if (lane === undefined) {
      lane = {
        key,
        queue: [],
        running: 0,
        sent: 0,
        movedAt: this.#options.now(),
        silentRun: 0,
        endedNow: 0,
        endedBefore: 0,
        ready: false,
      };
      this.#lanes.set(key, lane);
    }
    return lane;
  }

  #cap(lane: Lane<T>): number {
    return lane.silentRun >= silentRunThatDistrusts ? 1 : this.#options.maxRunningPerLane;
  }

  #isStalled(lane: Lane<T>): boolean {
    return lane.sent >= this.#cap(lane) && this.#options.now() - lane.movedAt > stalledAfterMs;
  }

  #makeReady(lane: Lane<T>): void {
    if (lane.ready || lane.queue.length === 0 || lane.running >= this.#cap(lane)) return;
    lane.ready = true;
    this.#ready.push(lane);
  }

  #startAll(): void {
    while (this.#running < this.#options.maxRunning) {
      const lane = this.#ready.shift();
      if (lane === undefined) return;
      lane.ready = false;
      const item = lane.running < this.#cap(lane) ? lane.queue.shift() : undefined;
      if (item === undefined) continue;
      this.#queued -= 1;
      void this.#start(lane, item);
      this.#makeReady(lane);
    }
  }

  async #start(lane: Lane<T>, item: T): Promise<void> {
    this.#running += 1;
    lane.running += 1;
    let sent = 0;
    const end = await this.#options.run(item, () => {
      sent = 1;
      lane.sent += 1;
      lane.movedAt = this.#options.now();
    });
    this.#running -= 1;
    lane.running -= 1;
    lane.sent -= sent;
    lane.endedNow += 1;
    lane.movedAt = this.#options.now();
    lane.silentRun = end === 'silent' ? lane.silentRun + 1 : 0;
    this.#makeReady(lane);
    this.#startAll();
  }
}

function parkTierIndex({ silentRun }: { readonly silentRun: number }): number {
  return parkTierSteps.filter((step) => silentRun >= step).length;
}
