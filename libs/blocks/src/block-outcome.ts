/** The outcome of one run of a block. */
import type { ModelCost } from '@libs/contracts';

export interface BlockError {
  readonly code: string;
  /** One sentence, shown to users; no secrets. */
  readonly message: string;
}

export interface BlockOutcome {
  /** Resolved configuration for the log; the runner masks secrets. */
  readonly input: unknown;
  readonly output: unknown;
  /** Ports taken when the block succeeded. */
  readonly ports: readonly string[];
  readonly error: BlockError | null;
  /**
   * True: the error only matters to an `error` edge (a 404 is an answer); without one the run
   * continues by `ports`. False: without an `error` edge the execution fails.
   */
  readonly tolerable: boolean;
  readonly attempts: number;
  /** Cost of language models, if any were asked. */
  readonly usage?: BlockUsage;
}

export interface BlockUsage {
  readonly costUsd: number;
  /** By model name, as in the log entry's `cost.models` (spec 2.5). */
  readonly models: Readonly<Record<string, ModelCost>>;
}

/** A failure without output. */
export const failed = (input: unknown, error: BlockError): BlockOutcome => ({
  input,
  output: null,
  ports: [],
  error,
  tolerable: false,
  attempts: 1,
});

export const succeeded = (
  input: unknown,
  output: unknown,
  ports: readonly string[],
): BlockOutcome => ({
  input,
  output,
  ports,
  error: null,
  tolerable: false,
  attempts: 1,
});
