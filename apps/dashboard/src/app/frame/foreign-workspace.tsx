import { Page } from '../../parts/page/page.js';
import { frame as words } from '../../text/frame.js';
import { EmptyState } from '../../ui/empty-state.js';
import { FrameShell } from './frame-shell.js';
import { WorkspaceList } from './workspace-list.js';

export function ForeignWorkspace() {
  return (
    <FrameShell>
      <Page title={words.workspace}>
        <EmptyState title={words.unknownWorkspace} detail={words.unknownWorkspaceDetail}>
          <WorkspaceList />
        </EmptyState>
      </Page>
    </FrameShell>
  );
}
