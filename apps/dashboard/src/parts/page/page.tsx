/**
 * A page in the frame: one line with its heading, facts and actions, and its body. One action is
 * primary, at the right end.
 */
import type { ReactNode } from 'react';
import { frame } from '../../text/frame.js';
import { Breadcrumbs } from '../../ui/breadcrumbs.js';
import styles from './page.module.css';
import { usePageTitle } from './page-title.js';

export interface PageProps {
  title: string;
  /** In place of the heading, while it is changed. */
  heading?: ReactNode | undefined;
  /** What the page lies below. */
  crumbs?: readonly { readonly label: string; readonly href: string }[];
  /** Before the heading: a phone's way back. */
  lead?: ReactNode;
  /** Beside the heading: badges, a count. */
  facts?: ReactNode;
  actions?: ReactNode;
  intro?: string;
  /** `fill`: it has the height of the window, and its parts scroll. */
  body?: 'scroll' | 'fill';
  children: ReactNode;
}

export function Page({ title, crumbs = [], lead, facts, actions, intro, ...props }: PageProps) {
  const { body = 'scroll', heading, children } = props;
  usePageTitle(title);
  return (
    <>
      <header className={styles.head}>
        {crumbs.length > 0 && <Breadcrumbs label={frame.crumbs} crumbs={crumbs} />}
        {lead}
        {heading ?? (
          <h1 className={styles.title} tabIndex={-1} id="page-title" title={title}>
            {title}
          </h1>
        )}
        {facts}
        <div className={styles.space} />
        {actions}
      </header>
      <div className={styles.body} data-body={body}>
        {intro !== undefined && <p className={styles.intro}>{intro}</p>}
        {children}
      </div>
    </>
  );
}
