import { useQuery } from '@tanstack/react-query';
import type { Role } from '../core/status/allowed.js';
import { currentSession, type Session } from './session.queries.js';

/** The session guard has loaded it before any page below it is shown. */
export function useSession(): Session {
  const { data } = useQuery(currentSession());
  if (data === undefined) throw new Error('A page was shown without a session');
  return data;
}

export function useRole(workspaceId: string): Role {
  const { workspaces } = useSession();
  return workspaces.find(({ id }) => id === workspaceId)?.role ?? 'viewer';
}
