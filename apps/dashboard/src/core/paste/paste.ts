/** What a paste on a canvas gives: a command, an offer, or a reason. Never throws. */
import type { AddPlace } from '../add-block/add-place.js';
import { addBlockCommand } from '../add-block/add-block.js';
import { newBlock } from '../add-block/new-block.js';
import { offersAt } from '../add-block/offers.js';
import type { CurlConfig } from '../curl/curl.js';
import type { CurlProblem } from '../curl/problem.js';
import type { BlockTypes } from '../edit-rules/block-type.js';
import type { Command } from '../edit/command/command.js';
import type { ReadDefinition } from '../edit/text/read-definition.js';
import { pasteBlocks } from './paste-command.js';
import { type PastedFormat, readPaste } from './read-paste.js';

export type PasteRefusal =
  | { readonly reason: 'badCurl'; readonly problems: readonly CurlProblem[] }
  | { readonly reason: 'newerCopy' | 'tooMany' }
  /** Only triggers were pasted, and the draft has one. */
  | { readonly reason: 'secondTrigger'; readonly names: readonly string[] };

export type PasteOutcome =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly refusal: PasteRefusal }
  /** Shows what becomes of it first. */
  | { readonly kind: 'offer'; readonly format: PastedFormat; readonly text: string }
  | {
      readonly kind: 'command';
      readonly command: Command;
      /** The new blocks. */
      readonly ids: readonly string[];
      /** Names of triggers: the draft has one. */
      readonly leftOut: readonly string[];
      /** What of a call could not be taken as it is. */
      readonly notes: readonly CurlProblem[];
    };

export interface PasteTarget {
  readonly definition: ReadDefinition;
  readonly types: BlockTypes;
  /** Of a call: behind the selected block. */
  readonly place: AddPlace;
}

const refused = (refusal: PasteRefusal): PasteOutcome => ({ kind: 'refused', refusal });

function pasteCall(
  config: CurlConfig,
  notes: readonly CurlProblem[],
  { definition, types, place: wanted }: PasteTarget,
): PasteOutcome {
  const type = types.get('api');
  if (type === undefined) return { kind: 'nothing' };
  const alone: AddPlace = { kind: 'alone' };
  const place = [wanted, alone].find((one) =>
    offersAt(definition, types, one).some(
      (offer) => offer.type.type === type.type && offer.refusal === null,
    ),
  );
  if (place === undefined) return refused({ reason: 'tooMany' });
  const added = newBlock(type, definition, { pathEnding: '', config: { ...config } });
  const command = addBlockCommand(definition, types, place, added);
  return { kind: 'command', command, ids: [added.id], leftOut: [], notes };
}

export function paste(text: string, target: PasteTarget): PasteOutcome {
  const found = readPaste(text);
  switch (found.kind) {
    case 'nothing':
      return { kind: 'nothing' };
    case 'badCurl':
      return refused({ reason: 'badCurl', problems: found.problems });
    case 'newerCopy':
      return refused({ reason: 'newerCopy' });
    case 'workflow':
      return { kind: 'offer', format: found.format, text: found.text };
    case 'curl':
      return pasteCall(found.config, found.problems, target);
    case 'blocks': {
      const pasted = pasteBlocks(found.document, target.definition, target.types);
      const { command, ids, leftOut, isTooMany } = pasted;
      if (command !== null) return { kind: 'command', command, ids, leftOut, notes: [] };
      if (isTooMany) return refused({ reason: 'tooMany' });
      return leftOut.length === 0
        ? { kind: 'nothing' }
        : refused({ reason: 'secondTrigger', names: leftOut });
    }
  }
}
