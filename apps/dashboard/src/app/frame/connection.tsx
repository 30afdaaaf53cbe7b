/** What the frame says when the page is not live. */
import { absoluteText } from '../../core/format/format.js';
import { useConnection } from '../../data/connection.js';
import { useZone } from '../../data/preferences.js';
import { frame as words } from '../../text/frame.js';
import { Banner } from '../../ui/banner.js';
import { WifiOff } from '../../ui/icon.js';
import styles from './frame.module.css';

export function ConnectionBanner() {
  const connection = useConnection();
  const zone = useZone();
  if (connection.state !== 'offline') return null;
  const since = absoluteText(new Date(connection.sinceMs).toISOString(), zone);
  return <Banner icon={WifiOff} text={words.offlineBanner(since)} />;
}

/** For screen readers: that the page is live again. The banner tells the rest. */
export function ConnectionWord() {
  const { state } = useConnection();
  return (
    <div className={styles.hidden} role="status">
      {state === 'live' ? words.liveWord : ''}
    </div>
  );
}
