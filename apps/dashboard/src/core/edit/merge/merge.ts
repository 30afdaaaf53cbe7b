/**
 * Merges two edits of one definition by block and field. The result is their text with my edits
 * written into it, so bytes that I did not edit are theirs. What both changed differently is a
 * conflict: the text has theirs, the conflict has all three values. No edit is lost.
 */
import type { Command } from '../command/command.js';
import { type Refusal, refused } from '../patch/refusal.js';
import { fieldsOf, kindOfValue } from '../text/json-value.js';
import { sameOrMissing } from '../text/same-value.js';
import { WorkflowText } from '../text/workflow-text.js';
import { blockFates, type BlockFates } from './block-fates.js';
import type { Conflict } from './conflict.js';
import { mergeBlocks } from './merge-blocks.js';
import { mergeEdges } from './merge-edges.js';
import { mergeAsWhole, mergeValue } from './merge-value.js';
import { MergeWriter } from './merge-writer.js';
import { type OfThree, ofThree, partsOf } from './three-definitions.js';

export interface Merged {
  readonly kind: 'merged';
  readonly text: string;
  /** Mine, as they were written into their text. */
  readonly commands: readonly Command[];
  readonly conflicts: readonly Conflict[];
}

const noFates: BlockFates = {
  merged: [],
  added: [],
  deleted: [],
  keptByThem: new Set(),
  keptByMe: new Set(),
};

const mergedOf = ({ document, commands, conflicts }: MergeWriter): Merged => ({
  kind: 'merged',
  text: document.text,
  commands,
  conflicts,
});

/** One of the texts is no object: there are no fields to compare. */
function mergeWhole({ base, mine, theirs }: OfThree<WorkflowText>): Merged {
  const writer = new MergeWriter(theirs);
  const texts = ofThree({ base, mine, theirs }, ({ text }) => text);
  const conflict: Conflict = { kind: 'field', block: null, path: [], ...texts };
  const isSame = (a: WorkflowText, b: WorkflowText): boolean => sameOrMissing(a.root, b.root);
  if (isSame(theirs, base)) writer.write({ kind: 'replaceText', text: mine.text }, conflict);
  else if (!isSame(mine, base) && !isSame(mine, theirs)) writer.conflicts.push(conflict);
  return mergedOf(writer);
}

function mergeParts(documents: OfThree<WorkflowText>): Merged {
  const writer = new MergeWriter(documents.theirs);
  const { blocks, edges } = partsOf(documents);
  const fields = ofThree(documents, ({ root }) => fieldsOf(root));
  const names = new Set(Object.values(fields).flatMap((own) => [...own.keys()]));
  if (blocks !== null) names.delete('blocks');
  if (edges !== null) names.delete('edges');
  for (const name of names) {
    // Blocks that can not be told apart would be mixed by their indexes.
    const merge = name === 'blocks' || name === 'edges' ? mergeAsWhole : mergeValue;
    const three = ofThree(fields, (own) => own.get(name) ?? null);
    merge(writer, { block: null, path: [name] }, three);
  }
  const fates = blocks === null ? noFates : blockFates(blocks, edges);
  if (edges !== null) mergeEdges(writer, edges, fates);
  if (blocks !== null) mergeBlocks(writer, blocks, fates, edges?.mine ?? new Map());
  return mergedOf(writer);
}

export function mergeDefinitions(texts: OfThree<string>): Merged | Refusal {
  const { base, mine, theirs } = ofThree(texts, (text) => WorkflowText.read(text));
  if (base === null || mine === null || theirs === null) return refused('notJson');
  const documents = { base, mine, theirs };
  const areObjects = Object.values(documents).every(({ root }) => kindOfValue(root) === 'object');
  return areObjects ? mergeParts(documents) : mergeWhole(documents);
}
