/** What goes into a sandbox and what comes out. Values cross as JSON text only: nothing of the host is reachable. */

export interface CodeJob {
  /** The body of an async function with `parameters`; what it returns is the result. */
  readonly code: string;
  readonly parameters: readonly string[];
  /** JSON text of the list of arguments. */
  readonly argumentsText: string;
  readonly timeoutMs: number;
  readonly memoryBytes: number;
  /** Of the result, in characters of JSON text: more is not parsed by anybody. */
  readonly maxResultLength: number;
}

/** Does a value hold to an author's JSON Schema? Its patterns and alternatives may take for ever. */
export interface SchemaJob {
  /** JSON Schema; one with keywords that are not known here lets everything pass. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** JSON text. The result is `null`, or the text of what is wrong. */
  readonly valueText: string;
  readonly timeoutMs: number;
}

export type SandboxJob = CodeJob | SchemaJob;

export interface ConsoleLine {
  readonly level: string;
  readonly text: string;
}

export type SandboxErrorCode =
  /** The code threw, or gave something that is no JSON. */
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
      readonly console: readonly ConsoleLine[];
    };
