import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { absoluteText } from '../../core/format/format.js';
import { useConnection } from '../../data/connection.js';
import { useSession } from '../../data/use-session.js';
import { lazyPart } from '../../parts/lazy/lazy-part.js';
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { frame as words } from '../../text/frame.js';
import { EmptyState } from '../../ui/empty-state.js';
import { usePageActions } from '../actions.js';
import { useKeymap } from '../keymap.js';
import { useLiveOwner } from '../live-owner.js';
import styles from './frame.module.css';
import { Rail } from './rail.js';
import { SessionEnded } from './session-ended.js';
import { TopBar } from './top-bar.js';

const Palette = lazyPart(async () => (await import('../palette.js')).Palette);
const Shortcuts = lazyPart(async () => (await import('../shortcuts.js')).Shortcuts);

type Sheet = 'none' | 'palette' | 'shortcuts';

export function Frame() {
  const ws = useWorkspaceId();
  const session = useSession();
  if (!session.workspaces.some(({ id }) => id === ws))
    return <EmptyState title={words.unknownWorkspace} detail={words.unknownWorkspaceDetail} />;
  return <WorkspaceFrame workspaceId={ws} />;
}

function WorkspaceFrame({ workspaceId }: { workspaceId: string }) {
  useLiveOwner(workspaceId);
  const connection = useConnection();
  const [sheet, setSheet] = useState<Sheet>('none');
  const actions = usePageActions(workspaceId, setSheet);
  useKeymap(actions);
  const close = (): void => setSheet('none');
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#page">
        {words.skip}
      </a>
      <TopBar workspaceId={workspaceId} connection={connection} onSheet={setSheet} />
      <Rail workspaceId={workspaceId} />
      <main className={styles.main} id="page">
        {connection.state === 'offline' && (
          <p role="status" className={styles.banner}>
            {words.offlineBanner(absoluteText(new Date(connection.sinceMs).toISOString()))}
          </p>
        )}
        {connection.state === 'ended' ? <SessionEnded /> : <Outlet />}
      </main>
      {sheet === 'palette' && <Palette actions={actions} onClose={close} />}
      {sheet === 'shortcuts' && <Shortcuts actions={actions} onClose={close} />}
    </div>
  );
}
