/** Methods that expressions may call, as in JavaScript, charged beforehand. Searches are linear. */
import { joined, numberOf, primitive, textOf, type Charge } from './coercion.js';
import { createTextSearch } from './text-search.js';

type Arguments = readonly unknown[];
type TextMethod = (text: string, args: Arguments, charge: Charge) => unknown;
type ListMethod = (list: readonly unknown[], args: Arguments, charge: Charge) => unknown;

/** Cost of an element of a new list, in the characters that a budget counts. */
const elementLength = 16;
/** Characters beyond Latin-1 are converted one by one. */
const caseSteps = 2;

/** `undefined` stays `undefined`: it stands for the default. */
const index = (value: unknown, charge: Charge): number | undefined =>
  value === undefined ? undefined : numberOf(value, charge);

/** A position as the search methods interpret it. */
function startOf(value: unknown, length: number, charge: Charge): number {
  const position = Math.trunc(index(value, charge) ?? 0) || 0;
  return Math.min(Math.max(position, 0), length);
}

function indexInText(text: string, [word, position]: Arguments, charge: Charge): number {
  const wanted = textOf(word, charge);
  const from = startOf(position, text.length, charge);
  const search = createTextSearch(text, wanted);
  charge.budget.step(search.steps, charge.where);
  return search.next(from);
}

function split(text: string, [separator, limit]: Arguments, charge: Charge): string[] {
  const most = limit === undefined ? 0xffff_ffff : numberOf(limit, charge) >>> 0;
  if (separator === undefined) return most === 0 ? [] : [text];
  const word = textOf(separator, charge);
  const search = createTextSearch(text, word);
  charge.budget.step(search.steps, charge.where);
  if (word === '') {
    charge.budget.build(Math.min(text.length, most) * elementLength, charge.where);
    return text.split('', most);
  }
  const pieces: string[] = [];
  let from = 0;
  while (pieces.length < most) {
    charge.budget.build(elementLength, charge.where);
    const at = search.next(from);
    if (at < 0) {
      pieces.push(text.slice(from));
      break;
    }
    pieces.push(text.slice(from, at));
    from = at + word.length;
  }
  return pieces;
}

/** @param change between upper and lower case */
const inCase =
  (change: (text: string) => string): TextMethod =>
  (text, _, charge) => {
    charge.budget.build(text.length, charge.where);
    charge.budget.step(text.length * caseSteps, charge.where);
    return change(text);
  };

const textMethods: Readonly<Record<string, TextMethod>> = {
  includes: (text, args, charge) => indexInText(text, args, charge) >= 0,
  indexOf: indexInText,
  startsWith: (text, [word, position], charge) => {
    const wanted = textOf(word, charge);
    charge.budget.step(Math.min(text.length, wanted.length), charge.where);
    return text.startsWith(wanted, index(position, charge));
  },
  endsWith: (text, [word, position], charge) => {
    const wanted = textOf(word, charge);
    charge.budget.step(Math.min(text.length, wanted.length), charge.where);
    return text.endsWith(wanted, index(position, charge));
  },
  toLowerCase: inCase((text: string) => text.toLowerCase()),
  toUpperCase: inCase((text: string) => text.toUpperCase()),
  trim: (text, _, charge) => {
    charge.budget.step(text.length, charge.where);
    return text.trim();
  },
  slice: (text, [start, end], charge) => text.slice(index(start, charge), index(end, charge)),
  split,
  at: (text, [position], charge) => text.at(index(position, charge) ?? 0),
  charAt: (text, [position], charge) => text.charAt(index(position, charge) ?? 0),
  toString: (text: string) => text,
};

/** Texts of equal length are compared to their end. */
function chargeListSearch(list: readonly unknown[], wanted: unknown, charge: Charge): void {
  charge.budget.step(list.length, charge.where);
  if (typeof wanted !== 'string' || wanted.length <= 64) return;
  for (const item of list)
    if (typeof item === 'string' && item.length === wanted.length)
      charge.budget.step(wanted.length, charge.where);
}

const listMethods: Readonly<Record<string, ListMethod>> = {
  includes: (list, [wanted, position], charge) => {
    chargeListSearch(list, wanted, charge);
    return list.includes(wanted, index(position, charge));
  },
  indexOf: (list, [wanted, position], charge) => {
    chargeListSearch(list, wanted, charge);
    return list.indexOf(wanted, index(position, charge));
  },
  slice: (list, [start, end], charge) => {
    charge.budget.build(list.length * elementLength, charge.where);
    return list.slice(index(start, charge), index(end, charge));
  },
  at: (list, [position], charge) => list.at(index(position, charge) ?? 0),
  join: (list, [separator], charge) =>
    joined(list, separator === undefined ? ',' : textOf(separator, charge), charge),
};

export const isMethod = (name: string): boolean =>
  Object.hasOwn(textMethods, name) || Object.hasOwn(listMethods, name);

/** `undefined` when the target has no such method. */
export function callMethod(
  target: unknown,
  name: string,
  args: Arguments,
  charge: Charge,
): unknown {
  if (typeof target === 'string')
    return Object.hasOwn(textMethods, name) ? textMethods[name]?.(target, args, charge) : undefined;
  if (Array.isArray(target))
    return Object.hasOwn(listMethods, name) ? listMethods[name]?.(target, args, charge) : undefined;
  return undefined;
}

/** Own properties only. */
export function property(target: unknown, key: unknown, charge: Charge): unknown {
  if ((typeof target === 'string' || Array.isArray(target)) && key === 'length')
    return target.length;
  if (typeof target === 'string' && typeof key === 'number') return target[key];
  if (target === null || typeof target !== 'object') return undefined;
  const name = String(primitive(key, charge));
  charge.budget.step(name.length, charge.where);
  return Object.hasOwn(target, name) ? (target as Record<string, unknown>)[name] : undefined;
}
