/**
 * One attack as data: the workflow that an author saves and the calls. It replays from a JSON file.
 */
import type { TestDefinition } from '../support/workflows.js';
import type { TextRecipe } from './recipe.js';

/** `raw…`: the body is sent as it is, as JSON or as a form. */
export type BodyForm =
  'json' | 'form' | 'multipart' | 'gzip' | 'chunked' | 'raw' | 'raw form' | 'raw multipart';
/**
 * `short`: content-length below the body; `long`: above it; `abort`: disconnects; `slow`: byte by
 * byte.
 */
export type Manner = 'plain' | 'short' | 'long' | 'abort' | 'slow';
/** `execute` always sends a key, `path` only with `withKey`, `trigger` never. */
export type Target =
  | { readonly kind: 'trigger'; readonly query?: string }
  | { readonly kind: 'execute'; readonly mode: 'sync' | 'async' | 'stream' }
  | { readonly kind: 'path'; readonly path: string; readonly withKey?: boolean };

export interface Call {
  readonly target: Target;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string | TextRecipe])[];
  /** May contain recipes; must be a text if the form is `raw…`. */
  readonly body?: unknown;
  readonly form?: BodyForm;
  readonly manner?: Manner;
  /**
   * Number of parallel calls; `{uuid}` and `{random}` in a path differ in each, `{workflow}` and
   * `{workspace}` are the scenario's. Default: 1.
   */
  readonly times?: number;
}

export interface Scenario {
  readonly name: string;
  /**
   * `{self}` stands for a workflow that starts this one, `{path}` for its trigger's path, `{sink}`
   * for a server outside; null:
   * calls only.
   */
  readonly definition: TestDefinition | null;
  readonly calls: readonly Call[];
  /** Cancels the started executions at the end of the scenario; after that nothing may begin. */
  readonly cancels?: boolean;
}
