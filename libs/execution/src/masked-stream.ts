/**
 * Text that is shown while it comes, without secrets (design.md 3.7). A secret may arrive in two pieces: what could be its
 * beginning is held back until the next piece says. Pure.
 */
import { secretForms } from './scope.js';

export interface MaskedStream {
  /** @returns what may be shown now; possibly nothing */
  push(piece: string): string;
  /** What was held back, at the end. */
  end(): string;
}

const mask = '***';

/** Length of the longest end of `text` that begins one of the forms. */
function heldBack(text: string, forms: readonly string[]): number {
  let longest = 0;
  for (const form of forms) {
    for (let size = Math.min(form.length - 1, text.length); size > longest; size -= 1) {
      if (text.endsWith(form.slice(0, size))) longest = size;
    }
  }
  return longest;
}

/** @param revealed asked on every piece: secrets may be resolved while the text comes */
export function createMaskedStream(revealed: ReadonlySet<string>): MaskedStream {
  let pending = '';
  return {
    push: (piece) => {
      const forms = [...revealed].flatMap((value) => {
        const coded = [...secretForms(value)];
        return coded.length === 0 ? [] : [value, ...coded];
      });
      pending += piece;
      // The longest first: a form may be the beginning of another.
      for (const form of forms.sort((a, b) => b.length - a.length))
        pending = pending.replaceAll(form, mask);
      const cut = pending.length - heldBack(pending, forms);
      const shown = pending.slice(0, cut);
      pending = pending.slice(cut);
      return shown;
    },
    end: () => {
      const rest = pending;
      pending = '';
      return rest;
    },
  };
}
