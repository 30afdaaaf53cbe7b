/**
 * How much one evaluation of a block may build and compute. Templates and expressions charge it
 * before they act, so an oversized value is never built (decision 21). Lengths are characters
 * (UTF-16 units); for values, at least those of their JSON text.
 */
import { maxWeight, measure } from './json-size.js';

/**
 * Total length of all values that an evaluation builds. Larger than any trigger body, so that a
 * body can be passed on.
 */
export const maxBuiltLength = 16 * 1_024 * 1_024;
/** One step per character compared or searched, or per element visited: some 100 ms. */
export const maxEvaluationSteps = 32 * 1_024 * 1_024;

export type EvaluationErrorCode =
  'OUTPUT_TOO_LARGE' | 'EXPRESSION_TOO_COSTLY' | 'EXPRESSION_FAILED';

/** An evaluation was refused because of the author's configuration and the values it met. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError';
  constructor(
    readonly code: EvaluationErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** A position in the configuration: a path such as `.body.a`, or a function that returns one. */
export type Where = string | (() => string);

const shown = (where: Where): string =>
  (typeof where === 'string' ? where : where()).replace(/^\./, '') || 'the value';

export const refuseLarge = (where: Where): EvaluationError =>
  new EvaluationError(
    'OUTPUT_TOO_LARGE',
    `${shown(where)}: the value would have more than ${maxBuiltLength} characters, or about 4 million values in lists and objects. Refer to less, or to fewer values at a time`,
  );

export class EvaluationBudget {
  #builtLength = 0;
  #steps = 0;
  #weightLeft = maxWeight;

  /** Characters that may still be built. */
  get lengthLeft(): number {
    return maxBuiltLength - this.#builtLength;
  }

  /** Charges a text before it is made. @throws EvaluationError */
  build(length: number, where: Where): void {
    this.#builtLength += length;
    if (this.#builtLength > maxBuiltLength) throw refuseLarge(where);
  }

  /** Charges work. @throws EvaluationError */
  step(count: number, where: Where): void {
    this.#steps += count;
    if (this.#steps > maxEvaluationSteps)
      throw new EvaluationError(
        'EXPRESSION_TOO_COSTLY',
        `${shown(where)}: this takes more than ${maxEvaluationSteps} steps. Compare or search shorter values, or fewer of them`,
      );
  }

  /**
   * Refuses a value whose JSON text would be too long, without building the text.
   * @throws EvaluationError
   */
  checkSize(value: unknown, where: Where): void {
    if (value === null || typeof value !== 'object') return;
    const { overflow, weightLeft } = measure(value, this.lengthLeft, this.#weightLeft);
    this.#weightLeft = weightLeft;
    if (overflow !== null) throw refuseLarge(() => shown(where) + overflow);
  }

  /** The JSON text of a value. @throws EvaluationError */
  jsonText(value: object, where: Where): string {
    this.checkSize(value, where);
    const text = JSON.stringify(value);
    this.build(text.length, where);
    return text;
  }
}
