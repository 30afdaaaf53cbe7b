/** How complex a model's answer may be, judged by its bytes before a package parses it. */

/** In one answer, or one event of a stream. Provider packages parse it several times at once. */
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
const carriageReturn = 0x0d;
/** 1 at `,` `:` `[` `{`. A set of them would take 200 ms for 5 MB, this takes 10 ms. */
const separates = new Uint8Array(256);
for (const byte of [0x2c, 0x3a, 0x5b, 0x7b]) separates[byte] = 1;

/** Estimates JSON values by what separates them, also inside texts: those may be JSON too. */
export class ValueCount {
  #values = 0;
  #lineIsEmpty = false;

  /** @throws ComplexAnswerError */
  add(bytes: Uint8Array, isStream: boolean): void {
    let values = this.#values;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      values += separates[byte] ?? 0;
      if (!isStream || byte === carriageReturn) continue;
      // An empty line ends an event.
      if (byte === newLine && this.#lineIsEmpty) values = 0;
      this.#lineIsEmpty = byte === newLine;
    }
    this.#values = values;
    if (values > maxValues) throw new ComplexAnswerError();
  }
}
