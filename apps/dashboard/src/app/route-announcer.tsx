import { announcement } from '../parts/page/page-title.js';
import styles from './frame/frame.module.css';

/** Says the page that was opened. */
export function RouteAnnouncer() {
  return (
    <div className={styles.hidden} role="status" aria-live="polite">
      {announcement.use()}
    </div>
  );
}
