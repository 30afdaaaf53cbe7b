/**
 * Puts pasted blocks into a draft: ids and names become ones of their own, references among the
 * pasted blocks follow, and edges between them stay. All other bytes are those that were copied.
 */
import { normalizeName } from '@libs/workflow';
import { freeId, freeName } from '../add-block/new-block.js';
import { maxBlocks } from '../add-block/offers.js';
import { type BlockTypes, isTrigger } from '../edit-rules/block-type.js';
import { applyCommand } from '../edit/command/apply-command.js';
import type { Command } from '../edit/command/command.js';
import { isRefusal } from '../edit/patch/refusal.js';
import { rangeOf } from '../edit/text/outline.js';
import { readDefinition, type ReadDefinition } from '../edit/text/read-definition.js';
import { locate } from '../edit/text/target.js';
import type { WorkflowText } from '../edit/text/workflow-text.js';
import { copyBlocks } from './copied-blocks.js';
import { readPaste } from './read-paste.js';

export interface PastedBlocks {
  /** Null: nothing of it may be added. */
  readonly command: Command | null;
  /** Of the new blocks. */
  readonly ids: readonly string[];
  /** Names of triggers: the draft has one. */
  readonly leftOut: readonly string[];
  /** The draft would have more blocks than a workflow may have. */
  readonly isTooMany: boolean;
}

type Block = ReadDefinition['blocks'][number];

/** A name that the draft has too is changed, and what refers to it. */
function withFreeNames(pasted: WorkflowText, target: ReadDefinition): WorkflowText {
  let document = pasted;
  const { blocks } = readDefinition(pasted);
  const taken = [...target.blocks];
  const takenNames = new Set(taken.map(({ name }) => normalizeName(name)));
  for (const { id, name: wanted, ...block } of blocks) {
    const isFree = wanted !== '' && !takenNames.has(normalizeName(wanted));
    const others = blocks.filter((one) => one.id !== id);
    const name = isFree ? wanted : freeName(wanted || 'Block', { blocks: [...taken, ...others] });
    taken.push({ id, name, ...block });
    takenNames.add(normalizeName(name));
    if (!isFree) document = withName(document, id, name);
  }
  return document;
}

/** References follow, unless under the new name they would mean something else. */
function withName(document: WorkflowText, block: string, name: string): WorkflowText {
  const renamed = applyCommand(document, { kind: 'renameBlock', block, name });
  if (!isRefusal(renamed)) return renamed.document;
  const target = { block, path: ['name'] };
  const value = JSON.stringify(name);
  const named = applyCommand(document, { kind: 'setField', target, value });
  return isRefusal(named) ? document : named.document;
}

function blockText(document: WorkflowText, id: string, newId: string): string | null {
  const { outline, text } = document;
  const range = outline.blocks[outline.indexes.get(id) ?? -1];
  const found = locate(document, { block: id, path: ['id'] });
  if (range === undefined || found === null) return null;
  const { start, end } = rangeOf(found.value);
  const [from, to] = [found.offset + start, found.offset + end];
  return text.slice(range.start, from) + JSON.stringify(newId) + text.slice(to, range.end);
}

function newIds(blocks: readonly Block[], target: ReadDefinition): Map<string, string> {
  const ids = new Map<string, string>();
  const taken = [...target.blocks];
  for (const block of blocks) {
    const id = freeId(block.id, { blocks: taken });
    taken.push({ ...block, id });
    ids.set(block.id, id);
  }
  return ids;
}

function isExtraTrigger(target: ReadDefinition, types: BlockTypes): (block: Block) => boolean {
  let hasTrigger = target.blocks.some(({ type }) => isTrigger(type, types));
  return ({ type }) => {
    if (!isTrigger(type, types)) return false;
    const isExtra = hasTrigger;
    hasTrigger = true;
    return isExtra;
  };
}

/** @param pasted blocks and edges, as `copyBlocks` writes them */
export function pasteBlocks(
  pasted: WorkflowText,
  target: ReadDefinition,
  types: BlockTypes,
): PastedBlocks {
  const all = readDefinition(pasted).blocks;
  const isLeftOut = isExtraTrigger(target, types);
  const left = all.filter(isLeftOut);
  const kept = all.filter((block) => !left.includes(block));
  const leftOut = left.map(({ name }) => name);
  const isTooMany = target.blocks.length + kept.length > maxBlocks;
  if (kept.length === 0 || isTooMany) return { command: null, ids: [], leftOut, isTooMany };
  const named = withFreeNames(pasted, target);
  const ids = newIds(kept, target);
  const edges = new Map(
    readDefinition(named).edges.flatMap((edge) => {
      const [from, to] = [ids.get(edge.from), ids.get(edge.to)];
      if (from === undefined || to === undefined) return [];
      return [[JSON.stringify([from, edge.port ?? 'out', to]), { ...edge, from, to }] as const];
    }),
  );
  const commands = [
    ...[...ids].flatMap(([id, newId]): Command[] => {
      const block = blockText(named, id, newId);
      return block === null ? [] : [{ kind: 'addBlock', block }];
    }),
    ...[...edges.values()].map((edge): Command => ({ kind: 'addEdge', edge })),
  ];
  return {
    command: { kind: 'gesture', commands },
    ids: [...ids.values()],
    leftOut,
    isTooMany: false,
  };
}

/** Beside the originals, with the edges between them. */
export function duplicateBlocks(
  document: WorkflowText,
  ids: Iterable<string>,
  types: BlockTypes,
): PastedBlocks {
  const copied = readPaste(copyBlocks(document, ids) ?? '');
  if (copied.kind !== 'blocks') return { command: null, ids: [], leftOut: [], isTooMany: false };
  return pasteBlocks(copied.document, readDefinition(document), types);
}
