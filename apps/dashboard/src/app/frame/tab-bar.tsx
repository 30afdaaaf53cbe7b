/** The rail on phones: the main pages below the thumb, the rest of the rail behind "More". */
import { Link, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { useIsStarting } from '../../data/use-session.js';
import { lazyPart } from '../../parts/lazy/lazy-part.js';
import { frame as words } from '../../text/frame.js';
import { Ellipsis } from '../../ui/icon.js';
import { useIsNarrow } from '../../ui/use-is-narrow.js';
import { addressOf, type AppPage, isListed, pages } from '../pages.js';
import type { RailProps } from './rail.js';
import styles from './tab-bar.module.css';

export interface TabBarProps {
  page: AppPage | null;
  rail: Omit<RailProps, 'isSlim'>;
}

const MoreSheet = lazyPart(async () => (await import('./more-sheet.js')).MoreSheet);

const icon = { size: 20, strokeWidth: 1.6, 'aria-hidden': true } as const;

export function TabBar({ page, rail }: TabBarProps) {
  const isNarrow = useIsNarrow();
  const isStarting = useIsStarting(rail.workspaceId);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  /** Following a link closes it. */
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  if (!isNarrow || page?.hasOwnBar === true) return null;
  const tabs = pages.filter(
    (one) => one.isTab === true && (one === page || isListed(one, isStarting)),
  );
  const isUnderTab = tabs.some(({ route }) => `${page?.route.path}/`.startsWith(`${route.path}/`));
  return (
    <>
      <nav className={styles.bar} aria-label={words.phoneNavigation}>
        {tabs.map((tab) => (
          <Link
            key={tab.route.path}
            to={addressOf(tab, rail.workspaceId)}
            className={styles.tab}
            activeProps={{ 'aria-current': 'page' }}
          >
            <tab.icon {...icon} />
            {tab.title}
          </Link>
        ))}
        <Button
          className={styles.tab}
          aria-current={isUnderTab ? undefined : 'page'}
          onPress={() => setOpenedAt(path)}
        >
          <Ellipsis {...icon} />
          {words.more}
        </Button>
      </nav>
      {openedAt === path && <MoreSheet rail={rail} onClose={() => setOpenedAt(null)} />}
    </>
  );
}
