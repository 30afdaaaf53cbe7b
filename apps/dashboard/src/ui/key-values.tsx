/** Facts about one thing: their names at the left, aligned. */
import { Fragment, type ReactNode } from 'react';
import styles from './key-values.module.css';

export interface KeyValuesProps {
  items: readonly { readonly term: string; readonly value: ReactNode }[];
}

export function KeyValues({ items }: KeyValuesProps) {
  return (
    <dl className={styles.list}>
      {items.map(({ term, value }) => (
        <Fragment key={term}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.value}>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
