/** What may be referred to, as a tree that is read level by level: a sample may be large. */
import {
  type Candidate,
  namedBlocks,
  otherCandidates,
  outputsOf,
  secretCandidates,
} from './candidates.js';
import { type Step, stepsText } from './reference-text.js';
import type { Scope, ScopeBlock } from './scope.js';
import { type ValueLook, valueLook } from './value-look.js';

export interface ReferenceEntry {
  /** Unique in the tree. */
  readonly id: string;
  readonly label: string;
  /** What is inserted; null: it is a heading, or no reference can name it. */
  readonly reference: string | null;
  readonly kind: 'block' | 'unnamed' | 'group' | 'value' | 'secret';
  readonly type: string;
  readonly look: ValueLook | null;
  readonly hasEntries: boolean;
}

export type EntryGroup = 'loop' | 'parallel' | 'variable' | 'secret';

const named = new Set<EntryGroup>(['loop', 'parallel', 'variable', 'secret']);
const idOf = (root: string, steps: readonly Step[]): string => JSON.stringify([root, ...steps]);

function blockEntry(block: ScopeBlock, isNamed: boolean): ReferenceEntry {
  const look = block.lastRun === null ? null : valueLook(block.lastRun.value);
  return {
    ...{ id: idOf(`#${block.id}`, []), label: block.name, type: look?.type ?? 'object', look },
    reference: isNamed ? `<${block.reference}>` : null,
    kind: isNamed ? 'block' : 'unnamed',
    hasEntries: isNamed && outputsOf(block).length > 0,
  };
}

function groupsOf(scope: Scope): EntryGroup[] {
  return [
    ...scope.containers.map(({ kind }) => kind),
    ...(scope.variables.length > 0 ? (['variable'] as const) : []),
    ...(scope.secrets.length > 0 ? (['secret'] as const) : []),
  ];
}

/** @param words titles of what is no block's */
export function rootEntries(
  scope: Scope,
  words: Readonly<Record<EntryGroup, string>>,
): ReferenceEntry[] {
  const reached = new Set(namedBlocks(scope));
  const groups = groupsOf(scope).map((group): ReferenceEntry => {
    const base = { id: idOf(group, []), label: words[group], kind: 'group', type: group } as const;
    return { ...base, reference: null, look: null, hasEntries: true };
  });
  return [...scope.blocks.map((block) => blockEntry(block, reached.has(block))), ...groups];
}

const leafOf = (candidate: Candidate): ReferenceEntry => ({
  ...{ id: idOf(candidate.root, candidate.steps), label: candidate.path, look: candidate.look },
  reference: `<${candidate.whole}>`,
  ...{ kind: 'value', type: candidate.type, hasEntries: false },
});

function groupEntries(scope: Scope, group: string): ReferenceEntry[] {
  if (group !== 'secret')
    return otherCandidates(scope)
      .filter(({ root }) => root === group)
      .map(leafOf);
  return secretCandidates(scope).map(({ root }) => ({
    ...{ id: idOf('secret', [root]), label: root, reference: `{{${root}}}`, kind: 'secret' },
    ...{ type: 'secret', look: null, hasEntries: false },
  }));
}

/** One step below a path of a block: declared outputs, then what the last run had. */
function outputEntries(block: ScopeBlock, under: readonly Step[]): ReferenceEntry[] {
  const entries = new Map<string, ReferenceEntry>();
  for (const { steps, look, type } of outputsOf(block, under)) {
    const path = steps.slice(0, under.length + 1);
    const id = idOf(`#${block.id}`, path);
    const isOwn = steps.length === path.length;
    const known = entries.get(id);
    const shown = isOwn ? { look, type } : (known ?? { look: null, type: 'object' });
    const hasEntries = !isOwn || known?.hasEntries === true || (look?.count ?? 0) > 0;
    entries.set(id, {
      ...{ id, kind: 'value', look: shown.look, type: shown.type, hasEntries },
      label: stepsText(path.slice(-1))?.replace(/^\./, '') ?? '',
      reference: `<${block.reference}${stepsText(path) ?? ''}>`,
    });
  }
  return [...entries.values()];
}

/** @param id of an entry of the tree */
export function entriesBelow(scope: Scope, id: string): ReferenceEntry[] {
  const [root, ...under] = JSON.parse(id) as [string, ...Step[]];
  if (named.has(root as EntryGroup)) return groupEntries(scope, root);
  const block = scope.blocks.find((one) => `#${one.id}` === root);
  return block === undefined ? [] : outputEntries(block, under);
}
