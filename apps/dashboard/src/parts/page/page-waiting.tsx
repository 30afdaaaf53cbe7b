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

/** While a canvas is opened: its ground, with the tools where they will be. */
export function CanvasWaiting() {
  return (
    <>
      <div className={styles.head} />
      <CanvasBodyWaiting />
    </>
  );
}

/** The same below a head that is there. */
export function CanvasBodyWaiting() {
  return (
    <div className={styles.ground} role="status" aria-label={common.loading}>
      <span className={styles.palette} />
      <span className={styles.tools} />
    </div>
  );
}
