import type { DefinitionProblem, WorkflowDefinition } from '@libs/workflow';

/** What the edge must know of a definition that is in order. */
export interface CheckedDefinition {
  readonly ok: true;
  readonly definition: WorkflowDefinition;
  /** SHA-256 (hex) of the definition's canonical JSON. */
  readonly contentHash: string;
  readonly trigger: { readonly blockId: string; readonly type: string; readonly path: string | null };
  /** A synchronous caller gets this block's answer. */
  readonly hasResponseBlock: boolean;
}

export type DefinitionCheck = CheckedDefinition | { readonly ok: false; readonly problems: readonly DefinitionProblem[] };

/** Checks the shape, the graph, every block's configuration and every reference. */
export function checkDefinition(input: unknown): DefinitionCheck {
  return { ok: false, problems: [{ code: 'INVALID_SHAPE', blockId: null, field: '', message: String(input) }] };
}
