/** A pasted text put into a draft, with the words for it. */
import { paste, type PasteOutcome } from '../../core/paste/paste.js';
import { pasteText } from '../../text/paste.js';
import { pastedText } from './pasted-text.js';
import { pasteRefusalText } from './paste-refusal-text.js';

type Outcome<Kind> = Extract<PasteOutcome, { kind: Kind }>;

export type PastedInto =
  | { readonly kind: 'refused'; readonly reason: string }
  /** A whole workflow was pasted. */
  | Outcome<'offer'>
  | (Pick<Outcome<'command'>, 'kind' | 'command' | 'ids'> & {
      readonly said: string;
      /** Something of it is to be looked at, as a credential. */
      readonly hasNotes: boolean;
    });

export function pasteInto(...[text, draft]: Parameters<typeof paste>): PastedInto {
  const outcome = paste(text, draft);
  switch (outcome.kind) {
    case 'nothing':
      return { kind: 'refused', reason: pasteText.nothing };
    case 'refused':
      return { kind: 'refused', reason: pasteRefusalText(outcome.refusal) };
    case 'offer':
      return outcome;
    case 'command': {
      const { kind, command, ids, notes } = outcome;
      return { kind, command, ids, said: pastedText(outcome), hasNotes: notes.length > 0 };
    }
  }
}
