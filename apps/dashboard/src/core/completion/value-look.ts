/** A value in a few characters, for a row or a card. The words are the page's. */
import { exactDigits } from '../json/exact-json.js';

type ValueType = 'text' | 'number' | 'boolean' | 'date' | 'object' | 'list' | 'null';

export interface ValueLook {
  readonly type: ValueType;
  /** Null for what is counted instead. */
  readonly text: string | null;
  /** Fields of an object, items of a list. */
  readonly count: number | null;
}

const mostCharacters = 120;
const date = /^\d{4}-\d{2}(-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?)?$/;

function textLook(value: string): ValueLook {
  const isCut = value.length > mostCharacters;
  const start = isCut ? `${value.slice(0, mostCharacters)}…` : value;
  const type = value.length < 40 && date.test(value) ? 'date' : 'text';
  return { type, text: JSON.stringify(start), count: null };
}

export function valueLook(value: unknown): ValueLook {
  const digits = exactDigits(value);
  if (digits !== null) return { type: 'number', text: digits, count: null };
  if (typeof value === 'string') return textLook(value);
  if (typeof value === 'number') return { type: 'number', text: String(value), count: null };
  if (typeof value === 'boolean') return { type: 'boolean', text: String(value), count: null };
  if (Array.isArray(value)) return { type: 'list', text: null, count: value.length };
  if (typeof value === 'object' && value !== null)
    return { type: 'object', text: null, count: Object.keys(value).length };
  return { type: 'null', text: 'null', count: null };
}
