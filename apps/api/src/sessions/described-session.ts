import { Inject, Injectable } from '@nestjs/common';
import type { WorkspaceRole } from '@libs/persistence';
import type { Pool, PoolClient } from 'pg';
import { OnboardingStates } from '../onboarding/onboarding-states.js';
import type { SessionView } from './session.schemas.js';
import { describeSessionSql } from './sessions.sql.js';

/** More than a person looks through. */
const maxWorkspaces = 200;

interface Row {
  readonly expires_at: Date;
  readonly user_id: string | null;
  readonly api_key_id: string | null;
  readonly email: string | null;
  readonly workspace_id: string;
  readonly name: string;
  readonly role: WorkspaceRole | null;
}

@Injectable()
export class DescribedSession {
  constructor(@Inject(OnboardingStates) private readonly onboarding: OnboardingStates) {}

  /** Null: it has no workspace. */
  async read(client: Pool | PoolClient, id: string): Promise<SessionView | null> {
    const { rows } = await client.query<Row>(describeSessionSql, [id, maxWorkspaces]);
    const named = rows.flatMap(({ workspace_id, name, role }) =>
      role === null ? [] : [{ id: workspace_id, name, role }],
    );
    const [row, first] = [rows[0], named[0]];
    if (row === undefined || first === undefined) return null;
    const { user_id: userId, email, expires_at: expiresAt } = row;
    // As `readerOf` has it for the requests of this session.
    const readerId = userId ?? row.api_key_id ?? '';
    const ids = named.map((workspace) => workspace.id);
    const onboarding = await this.onboarding.read(client, ids, readerId);
    const workspaces = named.map((workspace) => ({
      ...workspace,
      onboardingOpen: onboarding.get(workspace.id)?.open ?? false,
    }));
    return {
      ...{ id, userId, email, role: first.role, workspaces },
      expiresAt: expiresAt.toISOString(),
    };
  }
}
