/** The value of a workflow's variable as a form shows it: its type, and JSON of another type. */
import { isObject, jsonTextOf, shownText, typedNumber } from '../form/config-value.js';

export const variableTypes = ['text', 'number', 'boolean', 'json'] as const;
export type VariableType = (typeof variableTypes)[number];

/** @param value read by `parseExact` */
export function variableTypeOf(value: unknown): VariableType {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  const isNumber = typeof value === 'number' || (value !== null && !Array.isArray(value));
  return isNumber && !isObject(value) ? 'number' : 'json';
}

/** JSON of the nearest value of that type. */
export function asVariableType(value: unknown, type: VariableType): string {
  const text = shownText(value);
  switch (type) {
    case 'text':
      return JSON.stringify(text);
    case 'number': {
      const number = typedNumber(text);
      return number === null || number.startsWith('"') ? '0' : number;
    }
    case 'boolean':
      return String(text === 'true');
    case 'json':
      return strictJson(text) ?? (text === '' ? '{}' : JSON.stringify([text]));
  }
}

/** Null: it is not JSON yet. */
export function strictJson(text: string): string | null {
  try {
    JSON.parse(text);
    return text.trim();
  } catch {
    return null;
  }
}

/** Blocks whose text names the variable. */
export function blocksUsing(blocks: readonly { readonly config: unknown }[], name: string): number {
  const reference = new RegExp(`<variable\\.${name}[.>[]`, 'i');
  return blocks.filter(({ config }) => reference.test(jsonTextOf(config) ?? '')).length;
}

/** `variable`, `variable2`, and so on. */
export function freeName(taken: readonly string[]): string {
  const names = new Set(taken);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'variable' : `variable${number}`;
    if (!names.has(name)) return name;
  }
}
