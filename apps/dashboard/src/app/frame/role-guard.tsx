/** Tells those who lack a page's role so, before it asks the server for anything. */
import type { ReactNode } from 'react';
import { hasRole } from '../../core/status/allowed.js';
import { useRole } from '../../data/use-session.js';
import { Page } from '../../parts/page/page.js';
import { frame as words } from '../../text/frame.js';
import { EmptyState } from '../../ui/empty-state.js';
import type { AppPage } from '../pages.js';

export interface RoleGuardProps {
  page: AppPage | null;
  workspaceId: string;
  children: ReactNode;
}

export function RoleGuard({ page, workspaceId, children }: RoleGuardProps) {
  const role = useRole(workspaceId);
  if (page?.role === undefined || hasRole(role, page.role)) return children;
  return (
    <Page title={page.title}>
      <EmptyState
        icon={page.icon}
        title={words.needsRole(page.title, words.role[page.role])}
        detail={words.yourRole(words.role[role])}
      />
    </Page>
  );
}
