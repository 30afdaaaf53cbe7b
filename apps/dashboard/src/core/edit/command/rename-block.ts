/**
 * Renames a block, and with it every reference and every agent that uses it as a tool. It refuses a
 * name under which a reference would mean something else.
 */
import { normalizeName, parseText } from '@libs/workflow';
import type { Patch } from '../patch/patch.js';
import { type Refusal, type RefusalReason, refused } from '../patch/refusal.js';
import { type BlockString, blockStrings } from '../references/block-strings.js';
import { type NameScopes, nameScopes, toolsOf, variableName } from '../references/name-scopes.js';
import { type Renaming, renamedText, usesIn } from '../references/renamed-text.js';
import { editString } from '../references/string-edits.js';
import { readDefinition, type ReadDefinition } from '../text/read-definition.js';
import type { WorkflowText } from '../text/workflow-text.js';
import type { CommandOf } from './command.js';
import { planSetField } from './set-field.js';

/** The names that a definition may have (libs/blocks, definition-shape.ts). */
const validName = /^[A-Za-z_][A-Za-z0-9_ -]{0,99}$/;
/** The first step of a reference to a variable of the workspace, unless a block has this name. */
const environmentName = 'env';

interface Renamed {
  readonly before: string;
  readonly after: string;
  readonly name: string;
  readonly scopes: NameScopes;
  /** No other block has the old name. */
  readonly isFreed: boolean;
  /** References mean this block, and not another one of the same name. */
  readonly isReferred: boolean;
}

const renamingIn = (renamed: Renamed, block: string): Renaming => ({
  before: renamed.before,
  after: renamed.after,
  name: renamed.name,
  isFreed: renamed.isFreed,
  isBlockName: (name) => renamed.scopes.isBlockName(block, name),
  isBlock: renamed.isReferred && renamed.scopes.meansBlock(block, renamed.before),
});

const refersToEnvironment = ({ text }: BlockString): boolean =>
  parseText(text, () => false).some(
    (part) => part.kind === 'reference' && normalizeName(part.reference.name) === environmentName,
  );

/** Null: every reference means the same afterwards. */
function refusalOf(
  strings: readonly BlockString[],
  tools: readonly Patch[],
  renamed: Renamed,
): RefusalReason | null {
  const { before, after, scopes } = renamed;
  if (before === after) return null;
  if (after === environmentName && strings.some(refersToEnvironment)) return 'nameCaptures';
  if (after === variableName && tools.length > 0) return 'nameHidden';
  const isHidden = strings.some(
    ({ target, text }) =>
      !scopes.meansBlock(target.block, after) &&
      usesIn(text, renamingIn(renamed, target.block)) > 0,
  );
  return isHidden ? 'nameHidden' : null;
}

function toolPatches({ blocks }: ReadDefinition, { before, name }: Renamed): Patch[] {
  return blocks.flatMap((agent) =>
    toolsOf(agent)
      .filter(([, tool]) => normalizeName(tool) === before)
      .map(([index]): Patch => {
        const target = { block: agent.id, path: ['config', 'tools', index, 'block'] };
        return { op: 'replace', target, text: JSON.stringify(name) };
      }),
  );
}

function textPatches(strings: readonly BlockString[], renamed: Renamed): Patch[] {
  return strings.flatMap(({ target, raw, text }): Patch[] => {
    const splices = renamedText(text, renamingIn(renamed, target.block));
    return splices.length === 0 ? [] : [{ op: 'replace', target, text: editString(raw, splices) }];
  });
}

export function planRenameBlock(
  document: WorkflowText,
  { block, name }: CommandOf<'renameBlock'>,
): readonly Patch[] | Refusal {
  const definition = readDefinition(document);
  const renamedBlock = definition.blocks.find(({ id }) => id === block);
  if (renamedBlock === undefined) return refused('noSuchBlock');
  if (!validName.test(name)) return refused('invalidName');
  if (renamedBlock.name === name) return [];
  const [before, after] = [normalizeName(renamedBlock.name), normalizeName(name)];
  const others = new Set(
    definition.blocks.flatMap((other) => (other.id === block ? [] : normalizeName(other.name))),
  );
  if (others.has(after)) return refused('nameTaken');
  const scopes = nameScopes(definition);
  const isReferred = scopes.blockNamed(before) === block;
  const isFreed = before !== after && !others.has(before);
  const renamed = { before, after, name, scopes, isReferred, isFreed };
  const strings = [...blockStrings(document)];
  const tools = isReferred ? toolPatches(definition, renamed) : [];
  const reason = refusalOf(strings, tools, renamed);
  if (reason !== null) return refused(reason);
  const target = { block, path: ['name'] };
  const own = planSetField(document, { target, value: JSON.stringify(name) });
  if ('kind' in own) return own;
  return [...own, ...tools, ...textPatches(strings, renamed)];
}
