/** What the server says, for specs that hold the editor's rules against it. */
import { blockTypeDescriptions, checkDefinition } from '@libs/blocks';
import { type BlockTypes, blockTypesByName } from '../../edit-rules/block-type.js';

export const serverTypes: BlockTypes = blockTypesByName(blockTypeDescriptions());

/** Only the author knows these. */
const ofConfiguration = ['INVALID_CONFIG', 'UNKNOWN_REFERENCE', 'NO_TRIGGER'];

/** What the check says of blocks and edges, configurations apart. */
export function structuralProblems(definition: unknown): readonly string[] {
  const checked = checkDefinition(definition);
  if (checked.ok) return [];
  return checked.problems
    .filter(({ code }) => !ofConfiguration.includes(code))
    .map(({ code, field, message }) => `${code} ${field}: ${message}`);
}

export function problemFields(definition: unknown): readonly string[] {
  const checked = checkDefinition(definition);
  return checked.ok ? [] : checked.problems.map(({ code, field }) => `${code} ${field}`);
}
