/** The shape of a workflow: blocks joined by edges. Plain data, immutable once deployed. */

export interface BlockDefinition {
  /** Unique in the workflow; part of persisted events. */
  readonly id: string;
  readonly type: string;
  /** For references: `<api.status>` is the block named "API". Unique ignoring case and spaces. */
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
}

export interface EdgeDefinition {
  readonly from: string;
  readonly to: string;
  /** `out` when absent. */
  readonly port?: string;
}

/** Most executions of a workflow in progress at a time, paused ones included. */
export interface ConcurrencyLimit {
  /** At least 1: one at a time. */
  readonly limit: number;
  /** A further execution waits for a concurrency slot, or ends at once. */
  readonly whenFull: 'queue' | 'skip';
  /** How long an execution may wait for a slot before it ends in error. */
  readonly maxWaitMs: number;
}

export interface WorkflowDefinition {
  readonly blocks: readonly BlockDefinition[];
  readonly edges: readonly EdgeDefinition[];
  readonly variables: Readonly<Record<string, unknown>>;
  /** Without it, any number of executions run at once. */
  readonly concurrency?: ConcurrencyLimit;
}

/** One problem of a definition, with its location and the correct form. */
export interface DefinitionProblem {
  readonly code: DefinitionProblemCode;
  /** `null` when it concerns the whole workflow. */
  readonly blockId: string | null;
  /** Path inside the block or the definition, e.g. `config.url` or `edges[2].to`. */
  readonly field: string;
  readonly message: string;
  /** Position in the text of the field, from 1; absent when the whole field is meant. */
  readonly line?: number;
  readonly column?: number;
}

export type DefinitionProblemCode =
  | 'INVALID_SHAPE'
  | 'UNKNOWN_BLOCK_TYPE'
  | 'DUPLICATE_BLOCK_ID'
  | 'DUPLICATE_BLOCK_NAME'
  | 'DANGLING_EDGE'
  | 'UNKNOWN_PORT'
  | 'CYCLE'
  | 'BODY_ENTERED'
  | 'STARTS_ITSELF_REPEATEDLY'
  | 'NO_TRIGGER'
  | 'SEVERAL_TRIGGERS'
  | 'UNKNOWN_REFERENCE'
  | 'INVALID_CONFIG'
  | 'SECRET_HOST_DENIED'
  | 'SECRET_IN_OUTPUT'
  | 'TRIGGER_PATH_TAKEN';
