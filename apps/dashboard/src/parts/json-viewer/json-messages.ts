/** What the page and the worker that reads JSON say to each other. */
import type { JsonTree } from '../../core/json/json-tree.js';

export interface ToJsonWorker {
  readonly id: number;
  readonly kind: 'tree' | 'lines';
  readonly text: string;
}

export type FromJsonWorker =
  | { readonly id: number; readonly tree: JsonTree }
  | { readonly id: number; readonly lines: string };
