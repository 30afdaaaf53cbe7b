/** A picture of what the product writes: the ledger of one partition. Nobody's data is in it. */
import { signInText as words } from '../../text/sign-in.js';
import styles from './tape.module.css';

export function Tape() {
  return (
    <aside className={styles.tape} aria-hidden="true">
      <p className={styles.title}>{words.tapeTitle}</p>
      <ol>
        {words.tape.map(({ offset, event, what, tone }) => (
          <li key={offset} className={styles.line} data-tone={tone}>
            <span className={styles.offset}>{offset}</span>
            <span className={styles.event}>{event}</span>
            <span>{what}</span>
          </li>
        ))}
      </ol>
    </aside>
  );
}
