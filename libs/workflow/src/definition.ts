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

/** Where a problem or a warning stands, and what to do about it. */
interface DefinitionNote {
  /** `null` when it concerns the whole workflow. */
  readonly blockId: string | null;
  readonly blockName?: string;
  /** Path inside the block or the definition, e.g. `config.url` or `edges[2].to`. */
  readonly field: string;
  readonly message: string;
  /** Position in the text of the field, from 1; absent when the whole field is meant. */
  readonly line?: number;
  readonly column?: number;
  /** Length of the reference or name at that position, in characters. */
  readonly length?: number;
  /** The known name that its author may have meant. */
  readonly suggestion?: string;
}

/** Why a definition is refused. */
export interface DefinitionProblem extends DefinitionNote {
  readonly code: DefinitionProblemCode;
}

/** Something legal that does not do what it looks like. */
export interface DefinitionWarning extends DefinitionNote {
  readonly code: DefinitionWarningCode;
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
  | 'MISSING_PATH_PARAM'
  | 'SECRET_HOST_DENIED'
  | 'SECRET_IN_OUTPUT'
  | 'TRIGGER_PATH_TAKEN';

export type DefinitionWarningCode =
  /** A reference to a block that has not run yet, or to one that never runs. */
  | 'REFERENCE_TO_LATER_BLOCK'
  /** A reference from outside into the body of a loop or parallel. */
  | 'REFERENCE_INTO_BODY'
  /** No edge leads from the trigger to the block. */
  | 'UNREACHABLE_BLOCK'
  | 'UNKNOWN_SECRET'
  /** A time without a zone, or a text that is no time. */
  | 'INVALID_TIME'
  /** A name that references read as something else. */
  | 'HIDDEN_NAME'
  /** A text that looks like a reference and is none. */
  | 'NOT_A_REFERENCE'
  | 'UNUSED_PATH_PARAM'
  /** An import could not convert the block: a run fails there. */
  | 'PLACEHOLDER';
