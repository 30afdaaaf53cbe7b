/** Where a new block goes. */
import type { EdgeDefinition } from '@libs/workflow';

export type AddPlace =
  /** Without an edge. */
  | { readonly kind: 'alone' }
  /** Behind a port. What follows there comes behind the new block, unless it is a branch. */
  | {
      readonly kind: 'after';
      readonly from: string;
      /** `out` when absent. */
      readonly port?: string;
      readonly isBranch: boolean;
    }
  | { readonly kind: 'edge'; readonly edge: EdgeDefinition }
  /** As a first block of the body of a loop or parallel. */
  | { readonly kind: 'body'; readonly container: string };
