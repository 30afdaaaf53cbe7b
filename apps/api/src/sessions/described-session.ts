import type { WorkspaceRole } from '@libs/persistence';
import type { Pool, PoolClient } from 'pg';
import type { SessionView } from './session.schemas.js';
import { describeSessionSql } from './sessions.sql.js';

/** More than a person looks through. */
const maxWorkspaces = 200;

interface Row {
  readonly expires_at: Date;
  readonly user_id: string | null;
  readonly email: string | null;
  readonly workspace_id: string;
  readonly name: string;
  readonly role: WorkspaceRole | null;
}

/** Null: it has no workspace. */
export async function describedSession(
  client: Pool | PoolClient,
  id: string,
): Promise<SessionView | null> {
  const { rows } = await client.query<Row>(describeSessionSql, [id, maxWorkspaces]);
  const workspaces = rows.flatMap(({ workspace_id, name, role }) =>
    role === null ? [] : [{ id: workspace_id, name, role }],
  );
  const [row, first] = [rows[0], workspaces[0]];
  if (row === undefined || first === undefined) return null;
  const { user_id: userId, email, expires_at: expiresAt } = row;
  return {
    ...{ id, userId, email, role: first.role, workspaces },
    expiresAt: expiresAt.toISOString(),
  };
}
