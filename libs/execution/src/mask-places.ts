/**
 * Where a value has what logs show in place of a secret. A copy from a log is no input for a run:
 * the next block would send `Bearer ***`. Pure.
 */
import { encryptedField } from './secret-values.js';

export interface MaskPlace {
  readonly path: readonly PropertyKey[];
  /** As the value has it. */
  readonly shown: string;
}

const mask = '***';
/** An encrypted header, as `shownPayload` shows it. */
const secretMark = '[secret]';

/** @returns the first places, in the order of the value; empty without any */
export function maskPlaces(value: unknown, most: number): readonly MaskPlace[] {
  const found: MaskPlace[] = [];
  const path: PropertyKey[] = [];
  const note = (shown: string): void => void found.push({ path: [...path], shown });

  const visit = (one: unknown): void => {
    if (found.length >= most) return;
    if (typeof one === 'string') {
      if (one.includes(mask)) note(mask);
      else if (one === secretMark) note(secretMark);
      return;
    }
    if (one === null || typeof one !== 'object') return;
    const isList = Array.isArray(one);
    for (const [name, inner] of Object.entries(one)) {
      path.push(isList ? Number(name) : name);
      if (name === mask || name === encryptedField) note(name);
      else visit(inner);
      path.pop();
    }
  };
  visit(value);
  return found.slice(0, most);
}
