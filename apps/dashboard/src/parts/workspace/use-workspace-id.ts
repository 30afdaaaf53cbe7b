import { useParams } from '@tanstack/react-router';

/** The workspace in the address. Two tabs may be in two workspaces. */
export function useWorkspaceId(): string {
  const { ws }: { ws?: string } = useParams({ strict: false });
  return ws ?? '';
}
