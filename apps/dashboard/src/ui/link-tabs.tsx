/** Views of a page, each with an address of its own. */
import { AppLink } from './app-link.js';
import { type TabFace, tabText } from './tabs.js';
import styles from './tabs.module.css';

export interface LinkTabsProps {
  label: string;
  tabs: readonly (TabFace & { readonly href: string })[];
  current: string;
}

export function LinkTabs({ label, tabs, current }: LinkTabsProps) {
  return (
    <nav className={styles.list} aria-label={label}>
      {tabs.map((tab) => (
        <AppLink
          key={tab.id}
          href={tab.href}
          className={styles.tab}
          aria-current={tab.id === current ? 'page' : undefined}
        >
          {tabText(tab)}
        </AppLink>
      ))}
    </nav>
  );
}
