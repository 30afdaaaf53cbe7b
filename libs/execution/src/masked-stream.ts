/**
 * Text that is shown while it comes, without secrets (design.md 3.7). A secret may arrive in two pieces: what could be its
 * beginning is held back until the next piece says. Pure.
 */
import { findForms, maskForms, secretForms } from './masking.js';

export interface MaskedStream {
  /** @returns what may be shown now; possibly nothing */
  push(piece: string): string;
  /** What was held back, at the end. */
  end(): string;
}

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

/** How much of `text` may be shown: what ends a form that is there, or may come, stays until all of it has come. */
function shownLength(text: string, forms: readonly string[]): number {
  let length = text.length - heldBack(text, forms);
  for (const { start, end } of findForms(text, forms).reverse())
    if (end > length) length = Math.min(length, start);
  return length;
}

/** @param secrets asked on every piece: more may be known while the text comes */
export function createMaskedStream(secrets: ReadonlySet<string>): MaskedStream {
  let pending = '';
  return {
    push: (piece) => {
      if (secrets.size === 0) return piece;
      const forms = secretForms(secrets);
      pending += piece;
      const length = shownLength(pending, forms);
      const shown = maskForms(pending.slice(0, length), forms);
      pending = pending.slice(length);
      return shown;
    },
    end: () => {
      const rest = maskForms(pending, secretForms(secrets));
      pending = '';
      return rest;
    },
  };
}
