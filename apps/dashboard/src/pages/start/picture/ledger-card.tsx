/** The events of the run, with their places in Kafka. */
import { countText, durationText } from '../../../core/format/format.js';
import { startText } from '../../../text/start.js';
import text from '../../../ui/text.module.css';
import type { LedgerLine } from '../model/ledger-lines.js';
import styles from './ledger-card.module.css';

const { picture: words } = startText;

export interface LedgerCardProps {
  lines: readonly LedgerLine[];
  place: { readonly topic: string; readonly partition: number } | null;
}

export function LedgerCard({ lines, place }: LedgerCardProps) {
  return (
    <div className={styles.card}>
      <header className={styles.head}>
        <h3 className={styles.title}>{words.ledger}</h3>
        <p className={styles.detail}>{words.ledgerDetail}</p>
      </header>
      {lines.length === 0 ? (
        <p className={styles.none}>{words.noEvents}</p>
      ) : (
        <table className={styles.table}>
          <caption className={styles.place} title={words.gaps}>
            {place !== null && words.place(place.topic, place.partition)}
          </caption>
          <thead className={text.hidden}>
            <tr>
              <th scope="col">{words.columns.position}</th>
              <th scope="col">{words.columns.event}</th>
              <th scope="col">{words.columns.what}</th>
              <th scope="col">{words.columns.after}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, offset, attempt, type, what, afterMs, tone }) => (
              <tr key={key} data-tone={tone}>
                <td>{offset === null ? words.attempt(attempt ?? 0) : countText(offset)}</td>
                <td>{type}</td>
                <td>{what}</td>
                <td>{words.after(durationText(afterMs))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
