/**
 * JavaScript's conversions of JSON values to primitives, charged before they are done: `[big] + ""`
 * builds a text, and so does `[big] == 1`. An object with a field named `toString` has no text:
 * JavaScript would throw.
 */
import { EvaluationError, type EvaluationBudget, type Where } from './evaluation-budget.js';

export type Primitive = string | number | boolean | null | undefined;

const maxDepth = 500;
/** Turning an element into text takes this many times longer than comparing a character. */
const elementSteps = 16;
const objectText = '[object Object]';

/** The context of an evaluation: its budget, and the position that its errors name. */
export interface Charge {
  readonly budget: EvaluationBudget;
  readonly where: Where;
}

const fail = ({ where }: Charge, problem: string): EvaluationError => {
  const place = (typeof where === 'string' ? where : where()).replace(/^\./, '');
  return new EvaluationError('EXPRESSION_FAILED', `${place}: ${problem}`);
};

function textLengthOf(value: unknown, separator: string, charge: Charge, depth: number): number {
  if (value === null || value === undefined) return 0;
  if (typeof value !== 'object') return typeof value === 'string' ? value.length : 1;
  if (!Array.isArray(value)) {
    if (Object.hasOwn(value, 'toString'))
      throw fail(
        charge,
        'an object with a field named "toString" cannot be converted to text. Refer to one of its fields',
      );
    return objectText.length;
  }
  if (depth > maxDepth) throw fail(charge, `a list is nested more than ${maxDepth} levels deep`);
  charge.budget.step(value.length * elementSteps, charge.where);
  let length = Math.max(0, value.length - 1) * separator.length;
  for (const item of value) length += textLengthOf(item, ',', charge, depth + 1);
  return length;
}

/** `list.join(separator)`. @throws EvaluationError */
export function joined(list: readonly unknown[], separator: string, charge: Charge): string {
  charge.budget.build(textLengthOf(list, separator, charge, 0), charge.where);
  return list.join(separator);
}

/** A list or object as its text; anything else unchanged. @throws EvaluationError */
export function primitive(value: unknown, charge: Charge): Primitive {
  if (value === null || typeof value !== 'object') return value as Primitive;
  if (Array.isArray(value)) return joined(value, ',', charge);
  textLengthOf(value, '', charge, 0);
  return objectText;
}

/** `String(value)`. @throws EvaluationError */
export const textOf = (value: unknown, charge: Charge): string => String(primitive(value, charge));

/** `Number(value)`. @throws EvaluationError */
export function numberOf(value: unknown, charge: Charge): number {
  const converted = primitive(value, charge);
  if (typeof converted === 'string') charge.budget.step(converted.length, charge.where);
  return Number(converted);
}
