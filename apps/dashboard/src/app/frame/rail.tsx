/** The way to every page, and who is here. In the settings it lists those. */
import { Link, useRouterState } from '@tanstack/react-router';
import { paths } from '../../core/paths/paths.js';
import { useIsStarting } from '../../data/use-session.js';
import { frame as words } from '../../text/frame.js';
import { iconSize } from '../../ui/icon-size.js';
import { ArrowLeft, Settings } from '../../ui/icon.js';
import { addressOf, isListed, type PageGroup, pages, settingsPath } from '../pages.js';
import { FindButton } from './find-button.js';
import { LedgerFoot } from './ledger-foot.js';
import { MeMenu } from './me-menu.js';
import { Notifications } from './notifications.js';
import { PageLink } from './rail-entry.js';
import styles from './rail.module.css';
import { WorkspaceSwitcher } from './workspace-switcher.js';

export interface RailProps {
  workspaceId: string;
  isSettings: boolean;
  /** Icons only. */
  isSlim: boolean;
  onFind: () => void;
  onShortcuts: () => void;
}

const workGroups = ['build', 'observe', 'deliver'] as const;

export function Rail(props: RailProps) {
  const { workspaceId, isSettings, isSlim, onFind, onShortcuts } = props;
  return (
    <div className={styles.rail} data-slim={isSlim ? '' : undefined}>
      <WorkspaceSwitcher workspaceId={workspaceId} isSlim={isSlim} />
      <FindButton isSlim={isSlim} onPress={onFind} />
      <nav aria-label={words.navigation} className={styles.pages}>
        {isSettings && (
          <Link to={paths.executions(workspaceId)} className={`${styles.entry} ${styles.back}`}>
            <ArrowLeft {...iconSize} />
            <span className={styles.text}>{words.backToApp}</span>
          </Link>
        )}
        {(isSettings ? (['settings'] as const) : workGroups).map((group) => (
          <RailGroup key={group} group={group} {...{ workspaceId, isSlim }} />
        ))}
        <div className={styles.space} />
        {!isSettings && (
          <Link to={settingsPath(workspaceId)} className={styles.entry}>
            <Settings {...iconSize} />
            <span className={styles.text}>{words.settings}</span>
          </Link>
        )}
      </nav>
      <Notifications workspaceId={workspaceId} isSlim={isSlim} />
      <MeMenu workspaceId={workspaceId} isSlim={isSlim} onShortcuts={onShortcuts} />
      <LedgerFoot />
    </div>
  );
}

interface RailGroupProps {
  group: PageGroup;
  workspaceId: string;
  isSlim: boolean;
}

function RailGroup({ group, workspaceId, isSlim }: RailGroupProps) {
  const isStarting = useIsStarting(workspaceId);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const entries = pages.filter(
    (page) =>
      page.group === group && (isListed(page, isStarting) || addressOf(page, workspaceId) === path),
  );
  if (entries.length === 0) return null;
  return (
    <>
      <h2 className={styles.group}>{words.groups[group]}</h2>
      <ul>
        {entries.map((page) => (
          <li key={page.route.path}>
            <PageLink page={page} workspaceId={workspaceId} isSlim={isSlim} />
          </li>
        ))}
      </ul>
    </>
  );
}
