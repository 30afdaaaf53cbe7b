/** The part of a workflow between its trigger and its answer. */
import type { TestDefinition } from '../../support/workflows.js';

export type Block = TestDefinition['blocks'][number];
export interface Middle {
  readonly blocks: readonly Block[];
  readonly edges: TestDefinition['edges'];
  /** The ports that the answer is connected to. */
  readonly exits: readonly { readonly from: string; readonly port?: string }[];
}

export const block = (id: string, type: string, config: Record<string, unknown>): Block => ({
  id,
  type,
  name: id,
  config,
});
