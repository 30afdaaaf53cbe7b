import { placeholderCode } from '../function/placeholder-code.js';

interface AheadBlock {
  readonly type: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** Appended to the block's name to form this block's name. */
  readonly suffix: string;
  /** Settings that the block after it takes from it, given its name. */
  into(name: string): Readonly<Record<string, unknown>>;
}

/** The result of converting one block. */
export interface ConvertedBlock {
  readonly type: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** Differences for the report; empty when everything was converted. */
  readonly notes: readonly string[];
  /**
   * Port by Sim's source handle, or by `source>` and the id of the block that the edge leads to.
   * Without it every handle but `error` is the port `out`.
   */
  readonly ports?: Readonly<Record<string, string>>;
  /** New names for the first step of references; they apply to the block ahead, if there is one. */
  readonly outputs?: Readonly<Record<string, string>>;
  /**
   * A block right before it, where Sim has one block. It gets incoming edges and the `error` edge.
   */
  readonly ahead?: AheadBlock;
  /** It only stands for a block that could not be converted. */
  readonly isPlaceholder?: true;
}

/**
 * Stands for a block without an equivalent: the graph stays whole, and a run says what is missing
 * instead of skipping it.
 */
export function placeholder(type: string, name: string, why: string): ConvertedBlock {
  return {
    type: 'function',
    config: { code: placeholderCode(type, name) },
    notes: [why],
    // The fields of the original block's output are unknown.
    outputs: { '*': 'result', error: 'error' },
    isPlaceholder: true,
  };
}
