import type { TextPlace } from '@libs/workflow';

/** Why a block can't be compiled: an unresolvable reference, or invalid code. */
export interface CompileProblem {
  readonly code: 'UNKNOWN_REFERENCE' | 'INVALID_CONFIG';
  readonly blockId: string;
  /** Path inside its configuration. */
  readonly path: string;
  readonly message: string;
  readonly place: TextPlace | null;
  /** Length of the reference, in characters. */
  readonly length?: number;
  readonly suggestion?: string | null;
}
