/** Why an edge or a move is not allowed, in the words of the server's check. */
import type { BodyRefusal } from '../core/edit-rules/body-refusal.js';
import type { EdgeRefusal } from '../core/edit-rules/edge-refusal.js';

export function edgeRefusalText(refusal: EdgeRefusal): string {
  switch (refusal.reason) {
    case 'noSuchBlock':
      return 'The block is gone';
    case 'toItself':
      return 'A block can not lead to itself';
    case 'exists':
      return 'Connected already';
    case 'note':
      return 'A note has no edges';
    case 'noSuchPort':
      return `The block has no port ${refusal.port}`;
    case 'intoTrigger':
      return 'Nothing runs before a trigger';
    case 'tooMany':
      return 'A workflow has at most 5,000 edges';
    case 'cycle':
      return `${refusal.target} runs before it: use a loop to repeat blocks`;
    case 'intoBody':
      return `It stands in the body of ${refusal.container}, which no block outside may lead to`;
    case 'outOfBody':
      return refusal.container === ''
        ? 'It runs outside of this body'
        : `It runs outside of the body of ${refusal.container}`;
  }
}

export function bodyRefusalText(refusal: BodyRefusal): string {
  switch (refusal.reason) {
    case 'noSuchBlock':
      return 'The block is gone';
    case 'notAContainer':
      return 'Only loops and parallels have a body';
    case 'insideItself':
      return 'A block can not stand in its own body';
    case 'trigger':
      return 'A trigger starts the workflow: it stands in no body';
    case 'note':
      return 'A note has no edges, so it stands in no body';
    case 'there':
      return 'It stands there already';
    case 'torn':
      return `${refusal.block} would run both inside and outside of a body`;
  }
}
