import { useQuery } from '@tanstack/react-query';
import type { Role } from '../core/status/allowed.js';
import { currentSession, type Session } from './session.queries.js';

/** The session guard has loaded it before any page below it is shown. */
export function useSession(): Session {
  const { data } = useQuery(currentSession());
  if (data === undefined) throw new Error('A page was shown without a session');
  return data;
}

const useOwn = (workspaceId: string): Session['workspaces'][number] | undefined =>
  useSession().workspaces.find(({ id }) => id === workspaceId);

export const useRole = (workspaceId: string): Role => useOwn(workspaceId)?.role ?? 'viewer';

/** Whether the person has steps of the page Start to do. */
export const useIsStarting = (workspaceId: string): boolean =>
  useOwn(workspaceId)?.onboardingOpen ?? false;
