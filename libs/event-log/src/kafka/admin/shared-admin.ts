/**
 * One kafkajs admin connection for all cluster requests, opened at first use or after a failure.
 */
import type { Admin } from 'kafkajs';
import type { NewClient } from '../client/client.js';

export class SharedAdmin {
  readonly #admin: Admin;
  #connecting: Promise<void> | undefined;
  #closed = false;

  constructor(newClient: NewClient) {
    this.#admin = newClient().admin();
  }

  /** Runs one request. The caller gets its error; the next request reconnects. */
  async ask<T>(question: (admin: Admin) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error('the event log is closed');
    try {
      await (this.#connecting ??= this.#admin.connect());
      return await question(this.#admin);
    } catch (error) {
      this.#connecting = undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#admin.disconnect().catch(() => undefined);
  }
}
