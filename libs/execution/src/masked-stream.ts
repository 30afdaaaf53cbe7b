/**
 * Text that is shown while it comes, without secrets (design.md 3.7). A secret may arrive in two pieces: what could be its
 * beginning is held back until the next piece says. Pure.
 */
import { maskedValuesOf, maskValues } from './masking.js';

export interface MaskedStream {
  /** @returns what may be shown now; possibly nothing */
  push(piece: string): string;
  /** What was held back, at the end. */
  end(): string;
}

/** @param secrets asked on every piece: more may be known while the text comes */
export function createMaskedStream(secrets: ReadonlySet<string>): MaskedStream {
  let pending = '';
  /** Looked at again from this length on: a long secret that comes letter by letter is not searched for with each of them. */
  let nextLength = 0;
  return {
    push: (piece) => {
      if (secrets.size === 0) return piece;
      pending += piece;
      if (pending.length < nextLength) return '';
      const values = maskedValuesOf(secrets);
      let length = values.settledLength(pending);
      for (const { start, end } of values.find(pending))
        if (end > length) length = Math.min(length, start);
      const shown = maskValues(pending.slice(0, length), values);
      pending = pending.slice(length);
      nextLength = pending.length + Math.floor(pending.length / 2);
      return shown;
    },
    end: () => {
      const rest = secrets.size === 0 ? pending : maskValues(pending, maskedValuesOf(secrets));
      pending = '';
      return rest;
    },
  };
}
