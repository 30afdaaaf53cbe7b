/**
 * Text of one running block on its way to callers who read along: pieces are gathered, so that a fast model does not become an
 * event per word, and secrets are masked before they are written.
 */
import { createMaskedStream, type MaskedStream } from '@libs/execution';

/** A reader does not see the difference to at once; a model writes about ten words in it. */
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
      // What the broken try held back is never asked for.
      this.#flush();
      this.#attemptNumber = attemptNumber;
      this.#masked = createMaskedStream(this.revealed);
    }
    this.#pending += this.#masked.push(piece);
    if (this.#pending.length >= gatherCharacters) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), gatherMs);
  }

  /** The block has its result: the rest goes out before it. */
  end(): void {
    this.#pending += this.#masked.end();
    this.#flush();
  }

  /** Nothing more may be written. */
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
