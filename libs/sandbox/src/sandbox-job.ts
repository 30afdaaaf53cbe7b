/** What goes into a sandbox and what comes out. Values cross as JSON text only: nothing of the host is reachable. */

export interface SandboxJob {
  /** The body of an async function with `parameters`; what it returns is the result. */
  readonly code: string;
  readonly parameters: readonly string[];
  /** JSON text of the list of arguments. */
  readonly argumentsText: string;
  readonly timeoutMs: number;
  readonly memoryBytes: number;
}

export interface ConsoleLine {
  readonly level: string;
  readonly text: string;
}

export type SandboxErrorCode =
  /** The code threw, or gave something that is no JSON. */
  'FUNCTION_FAILED' | 'FUNCTION_TIMEOUT' | 'FUNCTION_OUT_OF_MEMORY';

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
