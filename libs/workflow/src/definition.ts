/** What a workflow is: blocks joined by edges (design.md section 5). Plain data, immutable once deployed. */

export interface BlockDefinition {
  /** Unique in the workflow; part of persisted events. */
  readonly id: string;
  readonly type: string;
  /** What references use: `<api.status>` is the block named "API". Unique without case and spaces. */
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
}

export interface EdgeDefinition {
  readonly from: string;
  readonly to: string;
  /** `out` when absent. */
  readonly port?: string;
}

/** How many executions of a workflow may be under way at a time, paused ones included. */
export interface ConcurrencyLimit {
  /** From 1: one at a time. */
  readonly limit: number;
  /** What becomes of one more: it waits for its turn, or it ends at once. */
  readonly whenFull: 'queue' | 'skip';
  /** How long it may wait for its turn before it ends in error. */
  readonly maxWaitMs: number;
}

export interface WorkflowDefinition {
  readonly blocks: readonly BlockDefinition[];
  readonly edges: readonly EdgeDefinition[];
  readonly variables: Readonly<Record<string, unknown>>;
  /** Without one, any number of executions run at once. */
  readonly concurrency?: ConcurrencyLimit;
}

/** One thing that is wrong with a definition, with its place and what would be right. */
export interface DefinitionProblem {
  readonly code: DefinitionProblemCode;
  /** `null` when it concerns the whole workflow. */
  readonly blockId: string | null;
  /** Path inside the block or the definition, e.g. `config.url` or `edges[2].to`. */
  readonly field: string;
  readonly message: string;
  /** Where in the text of the field, from 1; absent when all of it is meant. */
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
  | 'TRIGGER_PATH_TAKEN';
