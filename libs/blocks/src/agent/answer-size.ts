/** How complex a model's answer may be, judged by its bytes before a package parses it. */

/** Of one answer, or of one event of a stream. Provider packages parse it several times at once. */
const maxValues = 200_000;
/** The answer would take too long to parse. */
export class ComplexAnswerError extends Error {
  override readonly name = 'ComplexAnswerError';
  readonly code = 'RESPONSE_TOO_COMPLEX';
  constructor() {
    super(
      `The answer of the model has more than ${maxValues.toLocaleString('en')} JSON values. Ask for a shorter one`,
    );
  }
}

const newLine = 0x0a;
/** `,` `:` `[` `{` */
const separators = new Set([0x2c, 0x3a, 0x5b, 0x7b]);

/** Estimates JSON values by what separates them, also inside texts: those may be JSON too. */
export class ValueCount {
  #values = 0;
  #lineIsEmpty = false;

  /** @throws ComplexAnswerError */
  add(bytes: Uint8Array, isStream: boolean): void {
    for (const byte of bytes) {
      if (separators.has(byte)) this.#values += 1;
      if (!isStream || byte === 0x0d) continue;
      // An empty line ends an event.
      if (byte === newLine && this.#lineIsEmpty) this.#values = 0;
      this.#lineIsEmpty = byte === newLine;
    }
    if (this.#values > maxValues) throw new ComplexAnswerError();
  }
}
