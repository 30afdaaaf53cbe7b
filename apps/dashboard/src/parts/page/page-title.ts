/** The title of the page that is shown: in the window, and said to screen readers. */
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { valueStore } from '../../data/value-store.js';
import { common } from '../../text/common.js';
import { frame } from '../../text/frame.js';

/** The frame says it in its live region. */
export const announcement = valueStore('');

/** The outside system is the document. The heading has the id `page-title`. */
export function usePageTitle(title: string): void {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    document.title = `${title} · ${common.product}`;
    announcement.set(frame.announced(title));
    if (document.activeElement === document.body) document.getElementById('page-title')?.focus();
  }, [title, path]);
}
