/**
 * Decides which lane may send: round robin between lanes, a cap per lane, one over all, a share of
 * it per account, and the lane's own rate limit. No clock of its own, no I/O.
 */
import { capOf, type Lane, noteSent } from './lane.js';
import { mayGo, noteGone } from '../pace.js';

export interface SendSlotsOptions {
  /** Concurrent sends, in all. */
  readonly maxRunning: number;
  readonly maxRunningPerLane: number;
  /** How many of `maxRunning` one account may hold. */
  readonly maxRunningPerAccount: number;
  /** While false, nothing is sent; when it turns true again, `sendAll` must be called. */
  maySend(): boolean;
  now(): number;
}

export class SendSlots {
  readonly #options: SendSlotsOptions;
  /** Lanes with something to send, round robin. */
  #sendable: Lane<unknown>[] = [];
  readonly #sentByAccount = new Map<string, number>();
  #sent = 0;

  constructor(options: SendSlotsOptions) {
    this.#options = options;
  }

  /** Sends that wait for a receiver's answer. */
  get sent(): number {
    return this.#sent;
  }

  /** An item was prepared in this lane, or one of its slots became free. */
  offer(lane: Lane<unknown>): void {
    if (lane.sendable || lane.prepared.length === 0 || lane.sent >= this.#cap(lane)) return;
    lane.sendable = true;
    this.#sendable.push(lane);
  }

  /** One round over the lanes. A lane at its account's share or rate limit keeps its position. */
  sendAll(): void {
    for (let left = this.#sendable.length; left > 0; left -= 1) {
      if (this.#sent >= this.#options.maxRunning || !this.#options.maySend()) return;
      const lane = this.#sendable.shift();
      if (lane === undefined) return;
      lane.sendable = false;
      const [next] = lane.prepared;
      if (next !== undefined && this.#maySend(lane, next.accountId)) {
        lane.prepared.shift();
        this.#occupy(lane, next.accountId);
        next.go('go');
        left += 1;
      }
      this.offer(lane);
    }
  }

  free(lane: Lane<unknown>, accountId: string): void {
    this.#sent -= 1;
    lane.sent -= 1;
    const left = (this.#sentByAccount.get(accountId) ?? 1) - 1;
    if (left > 0) this.#sentByAccount.set(accountId, left);
    else this.#sentByAccount.delete(accountId);
  }

  #cap(lane: Lane<unknown>): number {
    return capOf(lane, this.#options.maxRunningPerLane);
  }

  #maySend(lane: Lane<unknown>, accountId: string): boolean {
    return (
      lane.sent < this.#cap(lane) &&
      mayGo(lane.pace, this.#options.now()) &&
      (this.#sentByAccount.get(accountId) ?? 0) < this.#options.maxRunningPerAccount
    );
  }

  #occupy(lane: Lane<unknown>, accountId: string): void {
    const now = this.#options.now();
    this.#sent += 1;
    lane.sent += 1;
    noteSent(lane, now);
    noteGone(lane.pace, now);
    this.#sentByAccount.set(accountId, (this.#sentByAccount.get(accountId) ?? 0) + 1);
  }
}
