/**
 * Input and output of a sandbox job. Values cross as JSON text; nothing of the host is in reach.
 */

export interface CodeJob {
  /** The body of an async function with `parameters`; its return value is the result. */
  readonly code: string;
  readonly parameters: readonly string[];
  /** JSON text of the list of arguments. */
  readonly argumentsText: string;
  readonly timeoutMs: number;
  readonly memoryBytes: number;
  /** Longest result, in characters of JSON text; a longer one is not parsed. */
  readonly maxResultLength: number;
}

/** Checks a value against an author's JSON Schema; its patterns may take for ever. */
export interface SchemaJob {
  /** JSON Schema; one with unsupported keywords accepts every value. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** JSON text. The result is `null`, or a text that describes the violation. */
  readonly valueText: string;
  readonly timeoutMs: number;
}

export type SandboxJob = CodeJob | SchemaJob;

export interface ConsoleLine {
  readonly level: string;
  readonly text: string;
}

/** In the code of the job, from 1. */
export interface CodePlace {
  readonly line: number;
  readonly column: number;
}

export type SandboxErrorCode =
  /** The code threw, or returned a value that is not JSON. */
  'FUNCTION_FAILED' | 'FUNCTION_TIMEOUT' | 'FUNCTION_OUT_OF_MEMORY' | 'OUTPUT_TOO_LARGE';

export type SandboxResult =
  | {
      readonly ok: true;
      /** JSON text. */
      readonly valueText: string;
      readonly console: readonly ConsoleLine[];
    }
  | {
      readonly ok: false;
      readonly code: SandboxErrorCode;
      readonly message: string;
      /** Where the code threw, if that is known. */
      readonly place?: CodePlace;
      readonly console: readonly ConsoleLine[];
    };

/** From a thread: `ready` once, when it has loaded the interpreter, then a result for each job. */
export type SandboxMessage = 'ready' | SandboxResult;
