import type { ReactNode } from 'react';
import styles from './gallery.module.css';

export interface SectionProps {
  title: string;
  isWide?: boolean;
  children: ReactNode;
}

export function Section({ title, isWide = false, children }: SectionProps) {
  return (
    <section className={styles.section} aria-label={title} data-wide={isWide ? '' : undefined}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export function Row({ isLoose = false, children }: { isLoose?: boolean; children: ReactNode }) {
  return (
    <div className={styles.row} data-loose={isLoose ? '' : undefined}>
      {children}
    </div>
  );
}

export function Fields({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>;
}
