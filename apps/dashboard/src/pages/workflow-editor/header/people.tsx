import { initialsOf } from '../../../core/format/initials.js';
import { editorText as words } from '../../../text/editor.js';
import styles from './people.module.css';
import { usePeople } from './use-people.js';

const mostShown = 4;

/** Who else has the workflow open. */
export function People() {
  const people = usePeople();
  if (people.length === 0) return null;
  const nameOf = (name: string): string => (name === '' ? words.somebody : name);
  const names = people.map(({ name }) => nameOf(name));
  return (
    <span
      className={styles.people}
      role="img"
      aria-label={words.alsoHere(names)}
      title={words.alsoHere(names)}
    >
      {people.slice(0, mostShown).map(({ personId, name }) => (
        <span key={personId} className={styles.person}>
          {initialsOf(nameOf(name))}
        </span>
      ))}
    </span>
  );
}
