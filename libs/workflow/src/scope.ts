/** What an evaluation of templates can ask for. */
import type { EvaluationBudget } from './evaluation-budget.js';

export type ContainerKind = 'loop' | 'parallel';

/** Supplies the values of references while an execution runs. */
export interface Scope {
  /** Output of a block that ran, else null; follows the path. */
  block(blockId: string, path: readonly string[]): unknown;
  variable(name: string, path: readonly string[]): unknown;
  /** `index`, `currentItem`, `items` of the innermost loop or parallel around the block. */
  iteration(kind: ContainerKind, path: readonly string[]): unknown;
  /** A variable of the workspace, as it was when the execution began; null when it had none. */
  environment(name: string, path: readonly string[]): unknown;
  /** Value of a workspace secret. Throws for an unknown name, and for one that names its hosts. */
  secret(name: string): string;
  /** For a block that checks the host of every request. Throws for an unknown name. */
  sentSecret(name: string): SentSecret;
  /** Limits of one evaluation of a block. */
  readonly budget: EvaluationBudget;
}

export interface SentSecret {
  readonly value: string;
  /** Hosts that it may be sent to; empty: any. */
  readonly hosts: readonly string[];
}
