/**
 * Results are recorded without secrets. A result that would need one is refused instead of being
 * changed: on save where the definition shows it, else when the block runs.
 */
import {
  parseText,
  placeAt,
  type DefinitionProblem,
  type WorkflowDefinition,
} from '@libs/workflow';
import type { BlockError } from '../block.js';
import type { BlockNameUse, Compilation } from '../compile-workflow.js';
import { blockTypes } from '../registry.js';

/** More do not help the author. */
const maxProblems = 100;

const remedy = (name: string): string => `Write {{${name}}} in the block that sends it`;

export const secretInOutput = (name: string): BlockError => ({
  code: 'SECRET_IN_OUTPUT',
  message: `The result contains the secret "${name}", and secrets are not recorded. ${remedy(name)}`,
});

const problemOf = ({ blockId, name, path, place }: BlockNameUse): DefinitionProblem => ({
  code: 'SECRET_IN_OUTPUT',
  blockId,
  field: `config${path}`,
  message: `The secret "${name}" would be a part of the result, and secrets are not recorded. ${remedy(name)}`,
  ...place(),
});

/** Strings of a value, each with its path. */
function* stringsIn(value: unknown, path: string): Iterable<readonly [string, string]> {
  const open: (readonly [unknown, string])[] = [[value, path]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [one, at] = next;
    if (typeof one === 'string') yield [one, at];
    else if (Array.isArray(one)) one.forEach((item, index) => open.push([item, `${at}[${index}]`]));
    else if (one !== null && typeof one === 'object')
      for (const [key, field] of Object.entries(one)) open.push([field, `${at}.${key}`]);
  }
}

function* inVariables({ variables }: WorkflowDefinition): Iterable<DefinitionProblem> {
  for (const [text, field] of stringsIn(variables, 'variables')) {
    if (!text.includes('{{')) continue;
    const secret = parseText(text, () => false).find(({ kind }) => kind === 'secret');
    if (secret?.kind !== 'secret') continue;
    const { name, offset } = secret;
    const message = `A workflow variable is plain text, so {{${name}}} would stay as it is. ${remedy(name)}`;
    const place = placeAt(text, offset);
    yield { code: 'SECRET_IN_OUTPUT', blockId: null, field, message, ...place };
  }
}

/** Secrets that a run would have to record, as far as the definition shows them. */
export function shownSecretProblems(
  definition: WorkflowDefinition,
  { secrets, shownSecrets }: Compilation['names'],
): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  const types = new Map(definition.blocks.map(({ id, type }) => [id, blockTypes.get(type)]));
  const isRecorded = ({ blockId, path }: BlockNameUse): boolean =>
    types.get(blockId)?.recorded.some((field) => /^\.(\w+)/.exec(path)?.[1] === field) ?? false;
  for (const use of [...secrets.filter(isRecorded), ...shownSecrets].slice(0, maxProblems))
    problems.push(problemOf(use));
  for (const problem of inVariables(definition)) {
    if (problems.length >= maxProblems) break;
    problems.push(problem);
  }
  return problems;
}
