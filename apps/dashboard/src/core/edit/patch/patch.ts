/**
 * The smallest edits. A patch names its place by fields, ids and indexes, never by offset, and
 * keeps the bytes that it puts back: it undoes an edit also after others moved the text. Plain
 * data, which IndexedDB keeps.
 */
import type { Target } from '../text/target.js';

/** Of a field its name, of a block its id, of an edge its ports; null: only its index counts. */
type ItemName = string | null;

export interface ReplacePatch {
  readonly op: 'replace';
  readonly target: Target;
  readonly text: string;
}

export interface InsertPatch {
  readonly op: 'insert';
  readonly into: Target;
  readonly index: number;
  /** The item before it, which counts more than the index. */
  readonly after: ItemName;
  readonly name: ItemName;
  /** A value, or a field with its name. */
  readonly item: string;
  /** White space and comma before and after it; null: as between its neighbours. */
  readonly lead: string | null;
  readonly tail: string | null;
  /** Another item may have the same name. */
  readonly isTwin: boolean;
}

export interface RemovePatch {
  readonly op: 'remove';
  readonly from: Target;
  readonly index: number;
  readonly name: ItemName;
  /** White space between the brackets once nothing is left. */
  readonly leave: string;
}

interface TextPatch {
  readonly op: 'text';
  readonly text: string;
}

export type Patch = ReplacePatch | InsertPatch | RemovePatch | TextPatch;
export type ItemPatch = InsertPatch | RemovePatch;
