/**
 * Masks secrets in text that is shown as it streams. A secret may arrive in two pieces, so a
 * possible beginning of one is kept back until the next piece. Pure.
 */
import { maskedValuesOf, maskPart, maskText } from './masking.js';

export interface MaskedStream {
  /** @returns the text that may be shown now; possibly empty */
  push(piece: string): string;
  /** The rest of the text, masked, after the last piece. */
  end(): string;
}

/** @param secrets read on every piece: the set may grow while the text streams */
export function createMaskedStream(secrets: ReadonlySet<string>): MaskedStream {
  let pending = '';
  let isBegun = false;
  /**
   * Length from which `pending` is searched again. Otherwise a long secret that arrives letter by
   * letter would be searched for at every letter.
   */
  let nextLength = 0;
  return {
    push: (piece) => {
      isBegun ||= secrets.size === 0 && piece !== '';
      if (secrets.size === 0) return piece;
      pending += piece;
      if (pending.length < nextLength) return '';
      const values = maskedValuesOf(secrets);
      if (!isBegun && values.mayBecomeWhole(pending)) return '';
      isBegun = true;
      const length = values.shownLength(pending);
      const shown = maskPart(pending.slice(0, length), values);
      pending = pending.slice(length);
      nextLength = pending.length + Math.floor(pending.length / 2);
      return shown;
    },
    end: () => {
      const rest = isBegun
        ? maskPart(pending, maskedValuesOf(secrets))
        : maskText(pending, secrets);
      pending = '';
      return rest;
    },
  };
}
