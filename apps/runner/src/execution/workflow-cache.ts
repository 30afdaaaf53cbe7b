/**
 * Compiled workflow versions. A version never changes, but a database restored from an older copy
 * may give its number to another definition. The hash tells which one is meant.
 */
import { compilation, type CompiledWorkflow } from '@libs/blocks';
import type { ExecutionStarted } from '@libs/contracts';
import { runInTurns } from '@libs/event-loop';
import { loadWorkflowVersion, type Database } from '@libs/persistence';
import type { WorkflowDefinition } from '@libs/workflow';
import { LRUCache } from 'lru-cache';

/** A newer release saved the workflow, with a block type or field unknown to this engine. */
export class NewerWorkflowError extends Error {
  override readonly name = 'NewerWorkflowError';
}

/** The workflow is nested so deeply that no release can compile it on the stack of this process. */
export class WorkflowTooDeepError extends Error {
  override readonly name = 'WorkflowTooDeepError';
}

export type VersionIdentity = Pick<
  ExecutionStarted,
  'workflowId' | 'deploymentVersion' | 'definitionHash'
>;

const keyOf = ({ workflowId, deploymentVersion, definitionHash }: VersionIdentity): string =>
  `${workflowId}:${deploymentVersion}:${definitionHash}`;

interface Kept {
  readonly workflow: CompiledWorkflow;
  /** Characters of its definition. */
  readonly length: number;
}

/** Compiled, a definition takes up to 100 times as much memory as its text. */
const maxLength = 4 * 1_024 * 1_024;

export class WorkflowCache {
  readonly #compiled = new LRUCache<string, Kept>({
    max: 500,
    maxSize: maxLength,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });
  readonly #loading = new Map<string, Promise<CompiledWorkflow | null>>();

  constructor(private readonly database: Pick<Database, 'pool'>) {}

  /** A version already in memory; null: ask `load`. */
  peek(version: VersionIdentity): CompiledWorkflow | null {
    return this.#compiled.get(keyOf(version))?.workflow ?? null;
  }

  /**
   * Null when there is no such version, or another definition has its number. Rejects while the
   * database is unavailable.
   * @throws NewerWorkflowError, WorkflowTooDeepError
   */
  async load(version: VersionIdentity): Promise<CompiledWorkflow | null> {
    const key = keyOf(version);
    const known = this.#compiled.get(key);
    if (known !== undefined) return known.workflow;
    const loading = this.#loading.get(key) ?? this.#read(key, version);
    this.#loading.set(key, loading);
    return loading.finally(() => this.#loading.delete(key));
  }

  async #read(
    key: string,
    { workflowId, deploymentVersion, definitionHash }: VersionIdentity,
  ): Promise<CompiledWorkflow | null> {
    const content = await loadWorkflowVersion(this.database.pool, workflowId, deploymentVersion);
    if (content?.contentHash !== definitionHash) return null;
    const workflow = await compiled(key, content.definition);
    this.#compiled.set(key, { workflow, length: JSON.stringify(content.definition).length });
    return workflow;
  }
}

/** The release that saved it checked it, so a definition that does not compile here is newer. */
async function compiled(key: string, definition: WorkflowDefinition): Promise<CompiledWorkflow> {
  try {
    return (await runInTurns(compilation(definition))).workflow;
  } catch (cause) {
    if (cause instanceof RangeError)
      throw new WorkflowTooDeepError(`workflow version ${key} is nested too deeply`, { cause });
    throw new NewerWorkflowError(`workflow version ${key} can not be compiled`, { cause });
  }
}
