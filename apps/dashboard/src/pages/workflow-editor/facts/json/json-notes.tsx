import { factsText } from '../../../../text/workflow-facts.js';
import { Button } from '../../../../ui/button.js';
import type { NotePlace } from '../../model/note-place.js';
import styles from '../facts.module.css';

const { json: words } = factsText;

export interface PlacedNote {
  readonly tone: 'error' | 'warning';
  readonly message: string;
  readonly place: NotePlace;
}

const shown = 20;

/** What the last save found, by line and column. */
export function JsonNotes(props: {
  notes: readonly PlacedNote[];
  onShow: (place: NotePlace) => void;
}) {
  const { notes, onShow } = props;
  if (notes.length === 0) return null;
  return (
    <ul className={styles.notes} aria-label={words.problems(notes.length)}>
      {notes.slice(0, shown).map(({ place, message }, index) => (
        <li key={index}>
          <Button tone="ghost" onPress={() => onShow(place)}>
            {words.place(place.line, place.column)}
          </Button>{' '}
          {message}
        </li>
      ))}
      {notes.length > shown && <li>{words.others(notes.length - shown)}</li>}
    </ul>
  );
}
