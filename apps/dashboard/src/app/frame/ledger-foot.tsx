/** Whether the page is live, and how far it has read the stream of the ledger's changes. */
import { countText, timeOfDayText } from '../../core/format/format.js';
import { type Connection, streamPosition, useConnection } from '../../data/connection.js';
import { useZone } from '../../data/preferences.js';
import { useNow } from '../../parts/time/use-now.js';
import { frame as words } from '../../text/frame.js';
import styles from './rail.module.css';

const second = 1_000;

function useStateText(connection: Connection): string {
  const nowMs = useNow(second, connection.state === 'behind');
  const zone = useZone();
  const { connection: states } = words;
  if (connection.state === 'behind')
    return states.behind(Math.max(1, Math.round((nowMs - connection.sinceMs) / second)));
  return connection.state === 'offline'
    ? states.offline(timeOfDayText(connection.sinceMs, zone))
    : states[connection.state];
}

export function LedgerFoot() {
  const connection = useConnection();
  const position = streamPosition.use();
  const text = useStateText(connection);
  const isLive = connection.state === 'live';
  return (
    <div className={styles.ledger} data-state={connection.state} title={words.ledgerTitle}>
      <span className={styles.dot} />
      <span className={styles.text}>{text}</span>
      {isLive && position !== null && (
        <span className={styles.position}>{countText(position)}</span>
      )}
    </div>
  );
}
