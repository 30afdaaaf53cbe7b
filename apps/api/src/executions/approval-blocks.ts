/** The approval blocks of a workflow version. Versions never change, so results are cached. */
import { compileWorkflow } from '@libs/blocks';
import { loadWorkflowVersion, type Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { WorkflowDefinition } from '@libs/workflow';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

export interface ApprovalBlock {
  readonly blockId: string;
  /** True inside a loop or parallel, where it may begin in iterations not known yet. */
  readonly isRepeated: boolean;
}

interface Version {
  readonly workflowId: string;
  readonly version: number;
}

function approvalsOf(definition: WorkflowDefinition): readonly ApprovalBlock[] {
  if (!definition.blocks.some(({ type }) => type === 'approval')) return [];
  const { enclosing } = compileWorkflow(definition).workflow.regions;
  return definition.blocks.flatMap(({ id, type }, index) =>
    type === 'approval' ? [{ blockId: id, isRepeated: (enclosing[index] ?? []).length > 0 }] : [],
  );
}

@Injectable()
export class ApprovalBlocks {
  readonly #known = new LRUCache<string, readonly ApprovalBlock[]>({ max: 1_000 });

  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async of({ workflowId, version }: Version): Promise<readonly ApprovalBlock[]> {
    const key = `${workflowId} ${version}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const stored = await loadWorkflowVersion(this.database.pool, workflowId, version);
    const blocks = stored === null ? [] : approvalsOf(stored.definition);
    this.#known.set(key, blocks);
    return blocks;
  }
}
