/** A pasted text put into a draft, with the words for it. */
import type { Command } from '../../core/edit/command/command.js';
import { paste } from '../../core/paste/paste.js';
import type { PastedFormat } from '../../core/paste/read-paste.js';
import { pasteText } from '../../text/paste.js';
import { pastedText } from './pasted-text.js';
import { pasteRefusalText } from './paste-refusal-text.js';

export type PastedInto =
  | { readonly kind: 'refused'; readonly reason: string }
  /** A whole workflow was pasted. */
  | { readonly kind: 'offer'; readonly format: PastedFormat; readonly text: string }
  | {
      readonly kind: 'command';
      readonly command: Command;
      /** Of the new blocks. */
      readonly ids: readonly string[];
      readonly said: string;
      /** Something of it is to be looked at, as a credential. */
      readonly hasNotes: boolean;
    };

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
