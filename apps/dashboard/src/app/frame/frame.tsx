import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { useConnection } from '../../data/connection.js';
import { useSession } from '../../data/use-session.js';
import { lazyPart } from '../../parts/lazy/lazy-part.js';
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { frame as words } from '../../text/frame.js';
import { useMedia } from '../../ui/use-media.js';
import { useActions } from '../actions.js';
import { useCurrentPage } from '../current-page.js';
import { useKeymap } from '../keymap.js';
import { useLiveOwner } from '../live-owner.js';
import { ConnectionBanner, ConnectionWord } from './connection.js';
import { ForeignWorkspace } from './foreign-workspace.js';
import styles from './frame.module.css';
import { Rail } from './rail.js';
import { RoleGuard } from './role-guard.js';
import { SessionEnded } from './session-ended.js';
import { TabBar } from './tab-bar.js';

const Palette = lazyPart(async () => (await import('../palette.js')).Palette);
const Shortcuts = lazyPart(async () => (await import('../shortcuts.js')).Shortcuts);

type Sheet = 'none' | 'palette' | 'shortcuts';

export function Frame() {
  const ws = useWorkspaceId();
  const session = useSession();
  const isRefused = useConnection().state === 'refused';
  return isRefused || !session.workspaces.some(({ id }) => id === ws) ? (
    <ForeignWorkspace />
  ) : (
    <WorkspaceFrame key={ws} workspaceId={ws} />
  );
}

function WorkspaceFrame({ workspaceId }: { workspaceId: string }) {
  useLiveOwner(workspaceId);
  const page = useCurrentPage();
  const isMedium = useMedia('(max-width: 1279px)');
  const { state } = useConnection();
  const [sheet, setSheet] = useState<Sheet>('none');
  const actions = useActions(workspaceId, setSheet);
  useKeymap(actions);
  const close = (): void => setSheet('none');
  const rail = {
    workspaceId,
    isSettings: page?.group === 'settings',
    onFind: () => setSheet('palette'),
    onShortcuts: () => setSheet('shortcuts'),
  };
  const isSlim = page?.isSlim === true || isMedium;
  return (
    <div className={styles.frame} data-slim={isSlim ? '' : undefined}>
      <a className={styles.skip} href="#page">
        {words.skip}
      </a>
      <div className={styles.rail}>
        <Rail {...rail} isSlim={isSlim} />
      </div>
      <main className={styles.sheet} id="page">
        <ConnectionBanner />
        {state === 'ended' ? (
          <SessionEnded />
        ) : (
          <RoleGuard page={page} workspaceId={workspaceId}>
            <Outlet />
          </RoleGuard>
        )}
      </main>
      <TabBar page={page} rail={rail} />
      <ConnectionWord />
      {sheet === 'palette' && <Palette {...{ workspaceId, actions }} onClose={close} />}
      {sheet === 'shortcuts' && <Shortcuts actions={actions} onClose={close} />}
    </div>
  );
}
