import { Link } from '@tanstack/react-router';
import { frame as words } from '../../text/frame.js';
import { Info, KeyRound, List, Monitor, Play } from '../../ui/icon.js';
import { iconSize } from '../../ui/icon-size.js';
import { paths } from '../../core/paths/paths.js';
import styles from './frame.module.css';

const entries = [
  { label: words.executions, icon: List, path: paths.executions },
  { label: words.start, icon: Play, path: paths.start },
  { label: words.keys, icon: KeyRound, path: paths.keys },
  { label: words.sessions, icon: Monitor, path: paths.sessions },
  { label: words.about, icon: Info, path: paths.about },
];

export function Rail({ workspaceId }: { workspaceId: string }) {
  return (
    <nav className={styles.rail} aria-label={words.navigation}>
      <ul>
        {entries.map(({ label, icon: Icon, path }) => (
          <li key={label}>
            <Link
              to={path(workspaceId)}
              className={styles.entry}
              activeProps={{ 'aria-current': 'page' }}
            >
              <Icon {...iconSize} />
              <span className={styles.entryText}>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
