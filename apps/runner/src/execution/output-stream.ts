/**
 * Text of one running block on its way to callers that follow it. Pieces are batched, so that a
 * fast model does not cause an event per word. Secrets are masked before anything is written.
 */
import { createMaskedStream, type MaskedStream } from '@libs/execution';

/** A reader does not notice this delay. A model writes about ten words in it. */
const gatherMs = 100;
const gatherCharacters = 2_000;

export class OutputStream {
  #attemptNumber = 1;
  #pending = '';
  #masked: MaskedStream;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly revealed: ReadonlySet<string>,
    private readonly write: (text: string, attemptNumber: number) => void,
  ) {
    this.#masked = createMaskedStream(revealed);
  }

  push(piece: string, attemptNumber: number): void {
    if (attemptNumber !== this.#attemptNumber) {
      // Text that the failed attempt's mask still holds back is discarded.
      this.#flush();
      this.#attemptNumber = attemptNumber;
      this.#masked = createMaskedStream(this.revealed);
    }
    this.#pending += this.#masked.push(piece);
    if (this.#pending.length >= gatherCharacters) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), gatherMs);
  }

  /** Writes the rest before the block's result is recorded. */
  end(): void {
    this.#pending += this.#masked.end();
    this.#flush();
  }

  /** Discards the rest: nothing more may be written. */
  abandon(): void {
    clearTimeout(this.#timer);
    this.#pending = '';
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pending === '') return;
    const text = this.#pending;
    this.#pending = '';
    this.write(text, this.#attemptNumber);
  }
}
