/** Reads how far a caller has come, in one workspace or in all of a session. */
import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { DemoInstallation } from '../demo/demo-installation.js';
import type { OnboardingView } from './onboarding.schemas.js';
import { onboardingSql } from './onboarding.sql.js';

interface Row {
  readonly workspace_id: string;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  readonly has_own: boolean;
  /** Null: the workspace has no demo. */
  readonly has_run: boolean | null;
  readonly has_sent: boolean | null;
}

type Step = OnboardingView['steps'][number];

const stepIf = (id: Step['id'], done: boolean | null): Step[] =>
  done === null ? [] : [{ id, done }];

function viewOf({ started_at, ended_at, has_own, has_run, has_sent }: Row): OnboardingView {
  const steps = [...stepIf('run', has_run), ...stepIf('sent', has_sent), ...stepIf('own', has_own)];
  return {
    open: ended_at === null && steps.some(({ done }) => !done),
    startedAt: started_at?.toISOString() ?? null,
    endedAt: ended_at?.toISOString() ?? null,
    steps,
  };
}

@Injectable()
export class OnboardingStates {
  constructor(@Inject(DemoInstallation) private readonly demo: DemoInstallation) {}

  /**
   * @param readerId as of `readerOf`
   * @returns one for each workspace, by its id
   */
  async read(
    client: Pool | PoolClient,
    workspaceIds: readonly string[],
    readerId: string,
  ): Promise<ReadonlyMap<string, OnboardingView>> {
    const { workflowId = null, subscriptionId = null } = (await this.demo.find()) ?? {};
    const values = [workspaceIds, readerId, workflowId, subscriptionId];
    const { rows } = await client.query<Row>(onboardingSql, values);
    return new Map(rows.map((row) => [row.workspace_id, viewOf(row)]));
  }
}
