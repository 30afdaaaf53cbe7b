import { setImmediate } from 'node:timers/promises';
import { ValueCount } from './answer-size.js';

/** Bytes of an event stream that are parsed in one turn of the event loop. */
const bytesPerTurn = 16_384;

/**
 * The body of an event stream: handed over with the head, and filled as pieces arrive. Its reader
 * gets little at a time, with a turn of the event loop between.
 */
export class EventStreamBody {
  readonly #pieces: Buffer[] = [];
  readonly #values = new ValueCount();
  #end: { readonly error: unknown } | null = null;
  #arrived: (() => void) | null = null;

  readonly stream = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        while (this.#pieces.length === 0 && this.#end === null)
          await new Promise<void>((resolve) => (this.#arrived = resolve));
        const piece = this.#pieces.shift();
        if (piece !== undefined) {
          await setImmediate();
          controller.enqueue(new Uint8Array(piece));
        } else if (this.#end?.error === null) controller.close();
        else controller.error(this.#end?.error);
      },
    },
    { highWaterMark: 0 },
  );

  /** @throws ComplexAnswerError */
  push(piece: Buffer): void {
    this.#values.add(piece, true);
    for (let at = 0; at < piece.length; at += bytesPerTurn)
      this.#pieces.push(piece.subarray(at, at + bytesPerTurn));
    this.#arrived?.();
  }

  /** @param error null: it is complete */
  end(error: unknown): void {
    this.#end ??= { error };
    this.#arrived?.();
  }
}
