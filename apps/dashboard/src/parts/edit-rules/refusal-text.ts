/** Why an edge or a move is not allowed, in words. */
import type { BodyRefusal } from '../../core/edit-rules/body-refusal.js';
import type { EdgeRefusal } from '../../core/edit-rules/edge-refusal.js';
import { editRulesText } from '../../text/edit-rules.js';

export function edgeRefusalText(refusal: EdgeRefusal): string {
  const { edge: words } = editRulesText;
  switch (refusal.reason) {
    case 'noSuchPort':
      return words.noSuchPort(refusal.port);
    case 'cycle':
      return words.cycle(refusal.target);
    case 'intoBody':
    case 'outOfBody':
      return words[refusal.reason](refusal.container);
    case 'noSuchBlock':
    case 'toItself':
    case 'exists':
    case 'note':
    case 'intoTrigger':
    case 'tooMany':
      return words[refusal.reason];
  }
}

export function bodyRefusalText(refusal: BodyRefusal): string {
  const { body: words } = editRulesText;
  return refusal.reason === 'torn' ? words.torn(refusal.block) : words[refusal.reason];
}
