/** Binary operators of expressions, as in JavaScript, charged before they run. */
import { numberOf, primitive, type Charge } from './coercion.js';
import { maxBuiltLength, refuseLarge } from './evaluation-budget.js';

export type Operate = (left: unknown, right: unknown, charge: Charge) => unknown;

const isObject = (value: unknown): value is object => value !== null && typeof value === 'object';

/** Shorter texts are compared faster than they are charged. */
const shortText = 64;
const unitsCopiedInStep = 2;

function chargeComparison(left: unknown, right: unknown, { budget, where }: Charge): void {
  if (typeof left === 'string' && typeof right === 'string' && left.length > shortText)
    budget.step(Math.min(left.length, right.length), where);
}

function isSame(left: unknown, right: unknown, charge: Charge): boolean {
  chargeComparison(left, right, charge);
  return left === right;
}

/** Authors of conditions write == and mean JavaScript's ==. */
function isEqual(left: unknown, right: unknown, charge: Charge): boolean {
  if (isObject(left) === isObject(right) && typeof left === typeof right)
    return isSame(left, right, charge);
  if (left === null || left === undefined || right === null || right === undefined)
    return left === right || (left ?? right) == null;
  const [one, other] = [primitive(left, charge), primitive(right, charge)];
  if (typeof one === 'string' && typeof other === 'string') return isSame(one, other, charge);
  return numberOf(one, charge) === numberOf(other, charge);
}

type Compare = (left: never, right: never) => boolean;

const ordered =
  (compare: Compare): Operate =>
  (left, right, charge) => {
    const [one, other] = [primitive(left, charge), primitive(right, charge)];
    if (typeof one === 'string' && typeof other === 'string') {
      chargeComparison(one, other, charge);
      return compare(one as never, other as never);
    }
    return compare(numberOf(one, charge) as never, numberOf(other, charge) as never);
  };

const arithmetic =
  (calculate: (left: number, right: number) => number): Operate =>
  (left, right, charge) =>
    calculate(numberOf(left, charge), numberOf(right, charge));

/**
 * V8 joins texts lazily and copies them when they are read: the memory is that of the shorter one,
 * and the time may come later.
 */
function add(left: unknown, right: unknown, charge: Charge): unknown {
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  const [one, other] = [primitive(left, charge), primitive(right, charge)];
  if (typeof one !== 'string' && typeof other !== 'string')
    return numberOf(one, charge) + numberOf(other, charge);
  const [before, behind] = [String(one), String(other)];
  const length = before.length + behind.length;
  if (length > maxBuiltLength) throw refuseLarge(charge.where);
  charge.budget.build(Math.min(before.length, behind.length), charge.where);
  charge.budget.step(Math.ceil(length / unitsCopiedInStep), charge.where);
  return before + behind;
}

export const operators: Readonly<Record<string, Operate>> = {
  '===': isSame,
  '!==': (left, right, charge) => !isSame(left, right, charge),
  '==': isEqual,
  '!=': (left, right, charge) => !isEqual(left, right, charge),
  '<': ordered((left, right) => left < right),
  '<=': ordered((left, right) => left <= right),
  '>': ordered((left, right) => left > right),
  '>=': ordered((left, right) => left >= right),
  '+': add,
  '-': arithmetic((left, right) => left - right),
  '*': arithmetic((left, right) => left * right),
  '/': arithmetic((left, right) => left / right),
  '%': arithmetic((left, right) => left % right),
};
