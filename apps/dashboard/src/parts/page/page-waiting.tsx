import { common } from '../../text/common.js';
import { Skeleton } from '../../ui/skeleton.js';
import styles from './page.module.css';

/** While the code of a page is loaded: its head and rows, without words. */
export function PageWaiting() {
  return (
    <>
      <div className={styles.head} />
      <Skeleton label={common.loading} rows={8} />
    </>
  );
}
