import type { Dispatch } from 'react';
import type { JsonView, ViewMove } from '../../core/json/json-view.js';
import { jsonViewer as words } from '../../text/json-viewer.js';
import { ChevronLeft, ChevronRight, Search } from '../../ui/icon.js';
import { IconButton } from '../../ui/icon-button.js';
import { TextField } from '../../ui/text-field.js';
import styles from './json-viewer.module.css';

export function JsonFind({ view, onMove }: { view: JsonView; onMove: Dispatch<ViewMove> }) {
  const { query, matches, active } = view;
  const at = matches.indexOf(active ?? -1) + 1;
  const step = (by: 1 | -1) => () => onMove({ kind: 'match', step: by });
  const reason = matches.length === 0 ? words.found(0, 0) : null;
  return (
    <div className={styles.find} role="search">
      <TextField
        label={words.find}
        isLabelHidden
        // It was opened to type here.
        // eslint-disable-next-line jsx-a11y-x/no-autofocus
        autoFocus
        icon={Search}
        size="medium"
        suffix={query === '' ? undefined : words.found(at, matches.length)}
        value={query}
        onChange={(text) => onMove({ kind: 'find', query: text })}
        onKeyDown={({ key, shiftKey }) => {
          if (key === 'Enter') step(shiftKey ? -1 : 1)();
        }}
      />
      <IconButton
        tone="ghost"
        icon={ChevronLeft}
        label={words.previous}
        disabledReason={reason}
        onPress={step(-1)}
      />
      <IconButton
        tone="ghost"
        icon={ChevronRight}
        label={words.next}
        disabledReason={reason}
        onPress={step(1)}
      />
    </div>
  );
}
