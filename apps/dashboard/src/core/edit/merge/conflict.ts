/** What two people changed differently. The merged text has theirs; nothing of mine is dropped. */
import type { Path } from '../text/json-value.js';

interface ThreeValues {
  /** JSON texts; null: it is missing there. */
  readonly base: string | null;
  readonly mine: string | null;
  readonly theirs: string | null;
}

/** A field, or a list whose items can not be compared one by one. */
export interface FieldConflict extends ThreeValues {
  readonly kind: 'field';
  /** Null: a field of the definition itself. */
  readonly block: string | null;
  readonly path: Path;
}

/** One deleted the block that the other changed. */
export interface BlockConflict extends ThreeValues {
  readonly kind: 'block';
  readonly block: string;
  /** JSON texts of my edges at a block that they deleted: they come back with it. */
  readonly edges: readonly string[];
}

/** Both moved blocks in the text. The values are lists of ids. */
export interface OrderConflict extends ThreeValues {
  readonly kind: 'order';
}

export type Conflict = FieldConflict | BlockConflict | OrderConflict;
export type Side = 'base' | 'mine' | 'theirs';
