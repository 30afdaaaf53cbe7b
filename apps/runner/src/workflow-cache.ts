/** Compiled workflow versions, by workflow and version. A version never changes, so an entry is never stale. */
import { compileWorkflow, type CompiledWorkflow } from '@libs/blocks';
import { loadWorkflowVersion, type Database } from '@libs/persistence';
import type { WorkflowDefinition } from '@libs/workflow';
import { LRUCache } from 'lru-cache';

/** The workflow was saved by a newer release: it has a block type, or a field, that this engine does not know. */
export class NewerWorkflowError extends Error {
  override readonly name = 'NewerWorkflowError';
}

/** The workflow is nested so deeply that no release can compile it with the stack that this process has. */
export class WorkflowTooDeepError extends Error {
  override readonly name = 'WorkflowTooDeepError';
}

export class WorkflowCache {
  readonly #compiled = new LRUCache<string, CompiledWorkflow>({ max: 500 });
  readonly #loading = new Map<string, Promise<CompiledWorkflow | null>>();

  constructor(private readonly database: Pick<Database, 'pool'>) {}

  /** What is in memory already; null means: ask `load`. */
  peek(workflowId: string, version: number): CompiledWorkflow | null {
    return this.#compiled.get(`${workflowId}:${version}`) ?? null;
  }

  /**
   * Null when there is no such version. Rejects while the database is away.
   * @throws NewerWorkflowError, WorkflowTooDeepError
   */
  async load(workflowId: string, version: number): Promise<CompiledWorkflow | null> {
    const key = `${workflowId}:${version}`;
    const known = this.#compiled.get(key);
    if (known !== undefined) return known;
    const loading = this.#loading.get(key) ?? this.#read(key, workflowId, version);
    this.#loading.set(key, loading);
    return loading.finally(() => this.#loading.delete(key));
  }

  async #read(key: string, workflowId: string, version: number): Promise<CompiledWorkflow | null> {
    const content = await loadWorkflowVersion(this.database.pool, workflowId, version);
    if (content === null) return null;
    const workflow = compiled(key, content.definition);
    this.#compiled.set(key, workflow);
    return workflow;
  }
}

/** It passed the check of the release that saved it, so what does not compile here is not known here. */
function compiled(key: string, definition: WorkflowDefinition): CompiledWorkflow {
  try {
    return compileWorkflow(definition).workflow;
  } catch (cause) {
    if (cause instanceof RangeError)
      throw new WorkflowTooDeepError(`workflow version ${key} is nested too deeply`, { cause });
    throw new NewerWorkflowError(`workflow version ${key} can not be compiled`, { cause });
  }
}
