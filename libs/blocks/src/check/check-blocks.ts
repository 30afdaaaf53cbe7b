/** Ids, names, types and configurations of blocks, each by itself. */
import {
  didYouMean,
  follow,
  normalizeName,
  type BlockDefinition,
  type WorkflowDefinition,
} from '@libs/workflow';
import type { ConfigRefusal, ConfigWarning } from '../block.js';
import { parsedConfig } from '../parsed-config.js';
import { fieldOf } from '../plain-parse.js';
import { blockTypes } from '../registry.js';
import { type ProblemList, unnamed } from './problem-list.js';

/** The triggers after the first one: they only have to go, whatever their configuration is. */
export function checkTriggers(
  { blocks }: WorkflowDefinition,
  list: ProblemList,
): ReadonlySet<BlockDefinition> {
  const [first, ...extra] = blocks.filter(({ type }) => blockTypes.get(type)?.role === 'trigger');
  if (first === undefined) {
    const types = [...blockTypes.values()].filter(({ role }) => role === 'trigger');
    const message = `The workflow has no trigger block. Add one of type ${types.map(({ type }) => type).join(', ')}`;
    list.problem(null, { code: 'NO_TRIGGER', field: 'blocks', message });
  }
  for (const block of extra) {
    const message = `The workflow already has a trigger: "${first?.name ?? ''}". Remove one of them, or move this one into a workflow of its own, which may start this one with a "workflow" block`;
    list.problem(block, { code: 'SEVERAL_TRIGGERS', field: 'type', message });
  }
  return new Set(extra);
}

function checkNames(
  block: BlockDefinition,
  seen: { readonly ids: Set<string>; readonly names: Map<string, BlockDefinition> },
  list: ProblemList,
): void {
  if (seen.ids.has(block.id)) {
    const message = `Two blocks have the id "${block.id}". Give one of them another id`;
    list.problem(block, { code: 'DUPLICATE_BLOCK_ID', field: 'id', message });
  }
  seen.ids.add(block.id);
  const normalized = normalizeName(block.name);
  const other = seen.names.get(normalized);
  if (other !== undefined) {
    const message = `The block "${other.id}" has the same name (case and spaces are ignored). Rename one of them`;
    list.problem(block, { code: 'DUPLICATE_BLOCK_NAME', field: 'name', message });
  }
  seen.names.set(normalized, block);
}

const sourceOf = (block: BlockDefinition, path: readonly PropertyKey[]): string => {
  const value = follow(block.config, path.map(String));
  return typeof value === 'string' ? value : '';
};

function noteOf(block: BlockDefinition, note: ConfigRefusal | ConfigWarning) {
  const { path, message, span, suggestion } = note;
  const field = fieldOf(['config', ...path]);
  return { field, message, span, suggestion, source: sourceOf(block, path) };
}

function checkConfig(block: BlockDefinition, list: ProblemList): void {
  const parsed = parsedConfig(block);
  if (parsed === null) {
    if (block.type === '') return;
    const suggestion = list.nearest.of(block.type, blockTypes.keys());
    const known = suggestion === null ? `; known: ${[...blockTypes.keys()].join(', ')}` : '';
    const message = `There is no block type "${block.type.slice(0, 100)}"${didYouMean(suggestion)}${known}`;
    list.problem(block, { code: 'UNKNOWN_BLOCK_TYPE', field: 'type', message, suggestion });
    return;
  }
  const { type, config } = parsed;
  if (!config.success)
    for (const { path, message, suggestion } of config.problems) {
      const field = fieldOf(['config', ...path]);
      list.problem(block, { code: 'INVALID_CONFIG', field, message, suggestion });
    }
  for (const refusal of type.refusedOnSave(block.config))
    list.problem(block, { code: refusal.code ?? 'INVALID_CONFIG', ...noteOf(block, refusal) });
  if (!config.success) return;
  for (const warning of type.warnings(config.data))
    list.warn(block, { code: warning.code, ...noteOf(block, warning) });
}

/** Yields where other work may run in between. */
export function* checkBlocks(
  { blocks }: WorkflowDefinition,
  extraTriggers: ReadonlySet<BlockDefinition>,
  list: ProblemList,
): Generator<void, void, void> {
  const seen = { ids: new Set<string>(), names: new Map<string, BlockDefinition>() };
  for (const block of blocks) {
    yield;
    if (!block.id.startsWith(unnamed) || !block.name.startsWith(unnamed))
      checkNames(block, seen, list);
    // Later steps read the configurations of many blocks at once.
    parsedConfig(block);
    if (!extraTriggers.has(block)) checkConfig(block, list);
  }
}
