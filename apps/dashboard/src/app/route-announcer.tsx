/** After a change of page: its title, its heading focused, and a word for screen readers. */
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { common } from '../text/common.js';
import { frame } from '../text/frame.js';
import styles from './frame/frame.module.css';

export function RouteAnnouncer() {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const announcer = useRef<HTMLDivElement>(null);
  // The outside system is the document: the page that was just drawn.
  useEffect(() => {
    const heading = document.getElementById('page-title');
    if (heading === null) return;
    const title = heading.textContent;
    document.title = `${title} · ${common.product}`;
    if (announcer.current !== null) announcer.current.textContent = frame.announced(title);
    if (document.activeElement === document.body) heading.focus();
  }, [path]);
  return <div className={styles.hidden} role="status" aria-live="polite" ref={announcer} />;
}
