/** Why an edit changes nothing. The words for it are in text/. */
export type RefusalReason =
  | 'notJson'
  | 'noSuchBlock'
  | 'noSuchField'
  | 'noSuchEdge'
  /** The value that should hold it is no object, or no list. */
  | 'notAHolder'
  | 'indexOutOfRange'
  /** A block with this id, an edge with these ports, or a field with this name. */
  | 'exists'
  /** Edges refer to the id of a block. */
  | 'blockIdIsFixed'
  /** Another block has the name as references compare it. */
  | 'nameTaken'
  | 'invalidName'
  /** References to the block would mean something else under this name. */
  | 'nameHidden'
  /** References to something else would mean the block under this name. */
  | 'nameCaptures'
  | 'notAContainer'
  | 'insideItself'
  /** Someone else changed it since. */
  | 'changedSince';

export interface Refusal {
  readonly kind: 'refused';
  readonly reason: RefusalReason;
}

export const refused = (reason: RefusalReason): Refusal => ({ kind: 'refused', reason });

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'refused';
