/** What an execution needs before it begins: its workflow, its secrets, and a place where limits count it. */
import type { CompiledWorkflow } from '@libs/blocks';
import type { ExecutionRequested, ExecutionStarted } from '@libs/contracts';
import type { SecretValues } from '@libs/execution';
import { admit, type Admission } from './admission.js';
import type { Admitted } from './partition-owner.js';
import type { SecretSource } from './secrets.js';
import type { Turns } from './turns/turns.js';
import type { WorkflowCache } from './workflow-cache.js';

export interface Prepared {
  readonly workflow: CompiledWorkflow;
  readonly secrets: SecretValues;
  /** By a limit: its end gives a place back. */
  readonly isCounted: boolean;
  readonly admission: Admission;
}

export interface PreparationSources {
  readonly workflows: WorkflowCache;
  readonly secrets: SecretSource;
  readonly turns: Turns;
}

const uncounted: Pick<Prepared, 'isCounted' | 'admission'> = {
  isCounted: false,
  admission: { kind: 'run' },
};

/** Tells where it stands: begun, or only requested. */
const identityOf = ({
  origin,
  history,
}: Pick<Admitted, 'origin' | 'history'>): ExecutionRequested | ExecutionStarted => {
  const identity = history.started ?? origin.request;
  if (identity === null) throw new Error('an execution has a request or a beginning');
  return identity;
};

export class Preparation {
  constructor(private readonly sources: PreparationSources) {}

  /** The common case, workflow in memory, no secrets and no limit; null: `load` must be asked. */
  peek({ origin, history }: Admitted): Prepared | null {
    const { workflows, secrets, turns } = this.sources;
    const identity = identityOf({ origin, history });
    const workflow = workflows.peek(identity.workflowId, identity.deploymentVersion);
    const values = workflow === null ? null : secrets.peek(workflow, identity);
    if (workflow === null || values === null) return null;
    if (turns.peek(workflow, identity.accountId) !== false) return null;
    return { workflow, secrets: values, ...uncounted };
  }

  /** Rejects while the database is away. @throws NewerWorkflowError */
  async load(admitted: Admitted): Promise<Prepared> {
    const identity = identityOf(admitted);
    const { workflowId, deploymentVersion, accountId } = identity;
    const { workflows, secrets, turns } = this.sources;
    const workflow = await workflows.load(workflowId, deploymentVersion);
    if (workflow === null) {
      throw new Error(`workflow ${workflowId} has no version ${deploymentVersion}`);
    }
    const values = await secrets.load(workflow, identity);
    if (!(await turns.counts(workflow, accountId)))
      return { workflow, secrets: values, ...uncounted };
    const { definition } = workflow;
    const { origin, history } = admitted;
    const admission = await admit(turns, origin, history, identity, definition, Date.now());
    return { workflow, secrets: values, isCounted: true, admission };
  }
}
