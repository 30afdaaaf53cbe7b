/** One attack as data: what an author saves and what callers send. It replays from a JSON file. */
import type { TestDefinition } from '../support/workflows.js';
import type { TextRecipe } from './recipe.js';

export type BodyForm = 'json' | 'raw' | 'form' | 'multipart' | 'gzip' | 'chunked';
/** `short`: says less than it sends; `long`: says more; `abort`: goes away; `slow`: a byte now and then. */
export type Manner = 'plain' | 'short' | 'long' | 'abort' | 'slow';
/** `execute` has a key, the others don't. */
export type Target =
  | { readonly kind: 'trigger'; readonly query?: string }
  | { readonly kind: 'execute'; readonly mode: 'sync' | 'async' | 'stream' }
  | { readonly kind: 'path'; readonly path: string; readonly withKey?: boolean };

export interface Call {
  readonly target: Target;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string | TextRecipe])[];
  /** May hold recipes; with the form `raw` a text. */
  readonly body?: unknown;
  readonly form?: BodyForm;
  readonly manner?: Manner;
  /** How many at the same time. `{uuid}` and `{random}` in a path differ in each. Default: 1. */
  readonly times?: number;
}

export interface Scenario {
  readonly name: string;
  /** `{self}` in it is a workflow that starts this one, `{path}` its trigger's path; null: calls only. */
  readonly definition: TestDefinition | null;
  readonly calls: readonly Call[];
  /** What started is cancelled at the end of the scenario; then nothing more may begin. */
  readonly cancels?: boolean;
}
