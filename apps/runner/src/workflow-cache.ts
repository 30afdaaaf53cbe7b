/** Compiled workflow versions, by workflow and version. A version never changes, so an entry is never stale. */
import { compileWorkflow, type CompiledWorkflow } from '@libs/blocks';
import { loadWorkflowVersion, type Database } from '@libs/persistence';
import { LRUCache } from 'lru-cache';

export class WorkflowCache {
  readonly #compiled = new LRUCache<string, CompiledWorkflow>({ max: 500 });
  readonly #loading = new Map<string, Promise<CompiledWorkflow | null>>();

  constructor(private readonly database: Pick<Database, 'pool'>) {}

  /** What is in memory already; null means: ask `load`. */
  peek(workflowId: string, version: number): CompiledWorkflow | null {
    return this.#compiled.get(`${workflowId}:${version}`) ?? null;
  }

  /** Null when there is no such version. Rejects while the database is away. */
  load(workflowId: string, version: number): Promise<CompiledWorkflow | null> {
    const key = `${workflowId}:${version}`;
    const loading = this.#loading.get(key) ?? this.#read(key, workflowId, version);
    this.#loading.set(key, loading);
    return loading.finally(() => this.#loading.delete(key));
  }

  async #read(key: string, workflowId: string, version: number): Promise<CompiledWorkflow | null> {
    const content = await loadWorkflowVersion(this.database.pool, workflowId, version);
    if (content === null) return null;
    const { workflow } = compileWorkflow(content.definition);
    this.#compiled.set(key, workflow);
    return workflow;
  }
}
