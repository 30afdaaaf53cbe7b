import type { Size } from './box.js';

export interface LayoutBlock extends Size {
  readonly id: string;
  /** The container that it stands in. */
  readonly parent: string | null;
  /** Its size follows from its body. */
  readonly isContainer: boolean;
}

export interface LayoutEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly label: string | null;
  /** `error`: for what goes wrong. `tool`: from an agent to a block that it calls. */
  readonly kind: 'usual' | 'error' | 'tool';
}

/** Plain data, as it is sent to a worker. */
export interface LayoutInput {
  readonly blocks: readonly LayoutBlock[];
  readonly edges: readonly LayoutEdge[];
  /** The trigger. */
  readonly start: string | null;
}
