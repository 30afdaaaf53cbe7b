/**
 * What an execution needs before it starts: its workflow, its secrets, the variables of its
 * workspace, and a concurrency slot where limits count it.
 */
import { compileWorkflow, type CompiledWorkflow } from '@libs/blocks';
import type { ExecutionRequested, ExecutionStarted } from '@libs/contracts';
import { maxMaskedLength, type SecretValues, type Stop } from '@libs/execution';
import { WorkspaceKeyError } from '@libs/persistence';
import { SealError } from '@libs/security';
import { admit, type Admission } from './admission.js';
import { admitToFamily } from '../family/family-admission.js';
import type { Families } from '../family/families.js';
import type { Admitted } from '../partition/partition-owner.js';
import { EnvironmentTooLargeError, type EnvironmentSource } from '../execution/environment.js';
import { noSecrets, type SecretSource } from '../execution/secrets.js';
import type { ConcurrencySlots } from '../concurrency/concurrency-slots.js';
import { WorkflowTooDeepError, type WorkflowCache } from '../execution/workflow-cache.js';

export interface Prepared {
  readonly workflow: CompiledWorkflow;
  readonly secrets: SecretValues;
  /** Recorded in its start event; null when it has begun or reads no workspace variables. */
  readonly environment: string | null;
  /** Whether a limit counts it: then its end frees a concurrency slot. */
  readonly isCounted: boolean;
  readonly admission: Admission;
  /** Oldest first; empty for an execution without a parent. */
  readonly ancestors: readonly string[];
}

export interface PreparationSources {
  readonly workflows: WorkflowCache;
  readonly secrets: SecretSource;
  readonly environments: EnvironmentSource;
  readonly slots: ConcurrencySlots;
  readonly families: Pick<Families, 'table' | 'cancellations'>;
}

const uncounted: Pick<Prepared, 'environment' | 'isCounted' | 'admission' | 'ancestors'> = {
  environment: null,
  isCounted: false,
  admission: { kind: 'run' },
  ancestors: [],
};

/** Its identity, from its start event or else from its request. */
export const identityOf = ({
  origin,
  history,
}: Pick<Admitted, 'origin' | 'history'>): ExecutionRequested | ExecutionStarted => {
  const identity = history.started ?? origin.request;
  if (identity === null) throw new Error('an execution has a request or a beginning');
  return identity;
};

/** For something that never comes back: waiting for it would hold a runner slot forever. */
const hindered = (workflow: CompiledWorkflow, code: string, message: string): Prepared => {
  const stop: Stop = { kind: 'failed', code, message };
  return { workflow, secrets: noSecrets, ...uncounted, admission: { kind: 'end', stop } };
};

/** Placeholder for a workflow that is gone, in an execution that only ends. */
const { workflow: goneWorkflow } = compileWorkflow({
  blocks: [{ id: 'gone', type: 'manual', name: 'Gone', config: {} }],
  edges: [],
  variables: {},
});

/** It never runs again, so its workflow is not compiled. Its concurrency slot is freed. */
export const quarantined = (message: string): Prepared => ({
  ...hindered(goneWorkflow, 'QUARANTINED', message),
  isCounted: true,
});

/** A wrong master key can be corrected; a value that its own key rejects can never be opened. */
const opensNever = (error: unknown): boolean =>
  error instanceof WorkspaceKeyError ||
  (error instanceof SealError && error.code !== 'OTHER_MASTER_KEY');

const maskedLength = ({ masked }: SecretValues): number => {
  let length = 0;
  for (const value of masked) length += value.length;
  return length;
};

export class Preparation {
  constructor(private readonly sources: PreparationSources) {}

  /**
   * The common case: workflow in memory, no secrets, no variables of the workspace, no limit, no
   * parent. Null: ask `load`.
   */
  peek({ origin, history }: Admitted): Prepared | null {
    const { workflows, secrets, slots } = this.sources;
    const identity = identityOf({ origin, history });
    if (identity.parent !== null) return null;
    const workflow = workflows.peek(identity);
    const values = workflow === null ? null : secrets.peek(workflow, identity);
    if (workflow === null || values === null) return null;
    if (history.started === null && workflow.environmentNames.size > 0) return null;
    if (slots.peek(workflow, identity.accountId) !== false) return null;
    return { workflow, secrets: values, ...uncounted };
  }

  /** Rejects while the database is unavailable. @throws NewerWorkflowError */
  async load(admitted: Admitted): Promise<Prepared> {
    const identity = identityOf(admitted);
    const { workflowId, deploymentVersion, accountId } = identity;
    const { workflows, slots, families } = this.sources;
    let workflow: CompiledWorkflow | null;
    try {
      workflow = await workflows.load(identity);
    } catch (error) {
      if (!(error instanceof WorkflowTooDeepError)) throw error;
      const message = `Version ${deploymentVersion} of this workflow is nested too deeply to run. Shorten its expressions and deploy it again`;
      return hindered(goneWorkflow, 'WORKFLOW_TOO_DEEP', message);
    }
    if (workflow === null) {
      const message = `There is no version ${deploymentVersion} of workflow ${workflowId} any more with the definition that this execution began with: it, or its workspace, was deleted, or the database was restored to a time before the deployment`;
      return hindered(goneWorkflow, 'WORKFLOW_GONE', message);
    }
    const { origin, history } = admitted;
    const read = await this.#values(workflow, identity, history.started !== null);
    if ('hindrance' in read) return hindered(workflow, read.hindrance, read.message);
    const family = await admitToFamily(families.table, origin, history, identity);
    const isCounted = await slots.counts(workflow, accountId);
    const prepared = { workflow, ...read, isCounted, ancestors: family.ancestors };
    if (family.admission.kind !== 'run' || !isCounted)
      return { ...prepared, admission: family.admission };
    // The wait for a rate token does not count as a wait for a concurrency slot.
    const asked = { ...identity, requestedAt: family.admittedAt ?? identity.requestedAt };
    const { definition } = workflow;
    const admission = await admit(slots, origin, history, asked, definition, Date.now());
    return { ...prepared, admission };
  }

  /** The values that it may use beside its input, or why it can't run. */
  async #values(
    workflow: CompiledWorkflow,
    identity: ExecutionRequested | ExecutionStarted,
    hasBegun: boolean,
  ): Promise<
    | Pick<Prepared, 'secrets' | 'environment'>
    | { readonly hindrance: string; readonly message: string }
  > {
    const { secrets, environments } = this.sources;
    try {
      const values = await secrets.load(workflow, identity);
      if (maskedLength(values) > maxMaskedLength) {
        const message = `The secrets that this workflow uses and the credentials of its caller have more than ${maxMaskedLength} characters together. Use fewer or shorter ones`;
        return { hindrance: 'SECRETS_TOO_LARGE', message };
      }
      // Later owners read them from its start event, so that every owner has the same ones.
      const environment = hasBegun ? null : await environments.load(workflow, identity);
      return { secrets: values, environment };
    } catch (error) {
      if (error instanceof EnvironmentTooLargeError)
        return { hindrance: 'ENVIRONMENT_TOO_LARGE', message: error.message };
      if (!opensNever(error)) throw error;
      const message =
        'A sealed header of its trigger, or a secret of its workspace, can not be opened: it was sealed elsewhere, is damaged, or the workspace was deleted';
      return { hindrance: 'SECRETS_UNREADABLE', message };
    }
  }
}
