import type { ReactNode } from 'react';
import type { FilterPart } from '../../core/filter-language/filter-language.js';
import type { Suggestion } from '../../core/filter-language/suggestions.js';
import { countText } from '../../core/format/format.js';
import { filterText as words } from '../../text/filter.js';
import { Kbd } from '../../ui/kbd.js';
import styles from './filter-suggestions.module.css';

export interface FilterSuggestionsProps {
  baseId: string;
  /** The part whose value is typed; null: names of parts are suggested. */
  part: FilterPart | null;
  entries: readonly Suggestion[];
  active: number;
  show: (key: string, value: string) => ReactNode;
  countOf: (key: string, value: string) => number | undefined;
  onTake: (entry: Suggestion) => void;
}

export function FilterSuggestions({ part, entries, ...props }: FilterSuggestionsProps) {
  const { baseId, active, show, countOf, onTake } = props;
  return (
    <div className={styles.menu}>
      <p className={styles.head}>{part === null ? words.parts : words.valueOf(part.key)}</p>
      <ul role="listbox" id={`${baseId}list`} aria-label={words.suggestions}>
        {entries.map((entry, index) => {
          const count = part === null ? undefined : countOf(part.key, entry.value);
          return (
            // The keys are those of the input, which keeps the focus.
            // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events
            <li
              key={entry.value}
              id={`${baseId}${index}`}
              role="option"
              aria-selected={index === active}
              className={styles.option}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onTake(entry)}
            >
              {part === null ? (
                <>
                  <code>{entry.value}:</code>
                  <span className={styles.detail}>{words.hint[entry.value] ?? ''}</span>
                </>
              ) : (
                <>
                  {show(part.key, entry.value)}
                  {count !== undefined && <span className={styles.detail}>{countText(count)}</span>}
                </>
              )}
            </li>
          );
        })}
      </ul>
      <p className={styles.foot}>
        <span>
          <Kbd keys={words.enter} /> {words.add}
        </span>
        {part?.isMany === true && (
          <span>
            <Kbd keys={words.comma} /> {words.addAnother}
          </span>
        )}
      </p>
    </div>
  );
}
