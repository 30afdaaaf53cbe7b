/**
 * The streams and long polls of each account in this process: event streams, exports and waiting
 * tails. They cost sockets and memory of one process, so each process counts its own (decision 31).
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@libs/config';
import { limitsOf } from '@libs/persistence';
import { CONFIG } from '@libs/platform';
import type { ServerResponse } from 'node:http';
import type { Principal } from '../auth/principal.js';
import { quotaExceeded } from './quota-exceeded.js';

@Injectable()
export class OpenStreams {
  readonly #open = new Map<string, number>();

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /**
   * Counts an answer until it ends or its connection closes.
   * @throws ApiError 429 `QUOTA_EXCEEDED` with Retry-After
   */
  add({ accountId, plan, accountLimits }: Principal, answer: ServerResponse): void {
    const open = this.#open.get(accountId) ?? 0;
    const { openStreams } = limitsOf(plan, accountLimits, this.config);
    if (open >= openStreams) throw quotaExceeded('openStreams', openStreams);
    // The caller has left already, and no event would follow.
    if (answer.destroyed) return;
    this.#open.set(accountId, open + 1);
    answer.once('close', () => this.#remove(accountId));
  }

  #remove(accountId: string): void {
    const open = (this.#open.get(accountId) ?? 0) - 1;
    if (open > 0) this.#open.set(accountId, open);
    else this.#open.delete(accountId);
  }
}
