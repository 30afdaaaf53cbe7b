import { Link } from '@tanstack/react-router';
import { frame as words } from '../../text/frame.js';
import { iconSize } from '../../ui/icon-size.js';
import { addressOf, isEntry, pages } from '../pages.js';
import styles from './frame.module.css';

export function Rail({ workspaceId }: { workspaceId: string }) {
  return (
    <nav className={styles.rail} aria-label={words.navigation}>
      <ul>
        {pages.filter(isEntry).map((page) => (
          <li key={page.route.path}>
            <Link
              to={addressOf(page, workspaceId)}
              className={styles.entry}
              activeProps={{ 'aria-current': 'page' }}
            >
              <page.icon {...iconSize} />
              <span className={styles.entryText}>{page.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
