/** The heading of a page and its content. After a change of route, the heading is focused. */
import type { ReactNode } from 'react';
import styles from './page.module.css';

export interface PageProps {
  title: string;
  intro?: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, intro, actions, children }: PageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 className={styles.title} tabIndex={-1} id="page-title">
          {title}
        </h1>
        {actions}
      </div>
      {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      {children}
    </div>
  );
}
