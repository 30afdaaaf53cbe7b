/** The last webhooks of the demo's receiver. It keeps few of them, and of each a limited text. */
import type { ReceivedWebhook } from '@apps/api';

const maxKept = 20;
const maxBodyBytes = 64 * 1024;

export interface ArrivedWebhook extends Omit<ReceivedWebhook, 'headers' | 'body' | 'bodyBytes'> {
  /** Names and values in turn, as Node gives them. It limits them to 16 KiB. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export class ReceivedWebhooks {
  readonly #kept: ReceivedWebhook[] = [];

  add({ rawHeaders, body, ...checked }: ArrivedWebhook): void {
    this.#kept.unshift({
      ...checked,
      headers: rawHeaders.flatMap((name, index) =>
        index % 2 === 0 ? [{ name, value: rawHeaders[index + 1] ?? '' }] : [],
      ),
      body: body.subarray(0, maxBodyBytes).toString('utf8'),
      bodyBytes: body.length,
    });
    this.#kept.length = Math.min(this.#kept.length, maxKept);
  }

  /** Newest first. */
  list(): readonly ReceivedWebhook[] {
    return this.#kept;
  }
}
