/** Names a value of a definition, so that edits elsewhere do not change its address. */
import { type JsonValue, type Path, valueAt, valueOf } from './json-value.js';
import type { WorkflowText } from './workflow-text.js';

export interface Target {
  /** Id of the block; null: a field of the definition itself. */
  readonly block: string | null;
  /** From the block, or from the definition: `['config', 'url']`, `['variables', 'region']`. */
  readonly path: Path;
}

/** A value in a part of the text that begins at this offset. */
export interface Located {
  readonly value: JsonValue;
  readonly offset: number;
}

export const blocksTarget: Target = { block: null, path: ['blocks'] };
export const edgesTarget: Target = { block: null, path: ['edges'] };

export const isTarget = (a: Target, b: Target): boolean =>
  a.block === b.block &&
  a.path.length === b.path.length &&
  a.path.every((step, index) => step === b.path[index]);

/** Whether an edit of this value leaves the places of fields and blocks known. */
export const isInsideOutline = ({ block, path }: Target): boolean =>
  block !== null || (path.length > 0 && path[0] !== 'blocks');

/** Reads only the block, or the field, that holds the value. */
export function locate(document: WorkflowText, { block, path }: Target): Located | null {
  const { fields, blocks, indexes } = document.outline;
  const [first] = path;
  const isField = block === null && typeof first === 'string' && first !== 'blocks';
  const range =
    block === null ? (isField ? fields.get(first) : undefined) : blocks[indexes.get(block) ?? -1];
  if (range === undefined) {
    const value = block === null && !isField ? valueAt(document.root, path) : null;
    return value && { value, offset: 0 };
  }
  const part = valueOf(document.text.slice(range.start, range.end));
  const value = valueAt(part, isField ? path.slice(1) : path);
  return value && { value, offset: range.start };
}
