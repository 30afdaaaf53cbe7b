import type { PasteOutcome } from '../../core/paste/paste.js';
import { curlText } from '../../text/curl.js';
import { pasteText } from '../../text/paste.js';

type Pasted = Extract<PasteOutcome, { kind: 'command' }>;

/** What was pasted, and what of it is left out or is to be looked at, as a credential. */
export function pastedText({ ids, leftOut, notes }: Omit<Pasted, 'command' | 'kind'>): string {
  if (leftOut.length > 0) return pasteText.leftOut(leftOut);
  const sentences = notes.map(({ code, subject }) => curlText[code](subject));
  return sentences.length === 0
    ? pasteText.pasted(ids.length)
    : [`${pasteText.pasted(ids.length)}.`, ...sentences].join(' ');
}
