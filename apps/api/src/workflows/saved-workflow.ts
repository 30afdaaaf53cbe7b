import type { WorkflowEntity } from '@libs/persistence';
import type { DefinitionWarning } from '@libs/workflow';

/** A workflow as it was stored, and what its author should know about the draft. */
export interface SavedWorkflow {
  readonly workflow: WorkflowEntity;
  readonly warnings: readonly DefinitionWarning[];
}
