import { useState, type SubmitEvent } from 'react';
import { type ExecutionFilter, isFiltered, noFilter } from '../../core/filter/execution-filter.js';
import {
  type FilterProblem,
  formatFilterText,
  parseFilterText,
} from '../../core/filter/filter-text.js';
import { executionsText as words } from '../../text/executions.js';
import { Button } from '../../ui/button.js';
import { X } from '../../ui/icon.js';
import { TextField } from '../../ui/text-field.js';
import styles from './filter-bar.module.css';

export interface FilterBarProps {
  filter: ExecutionFilter;
  onChange: (filter: ExecutionFilter) => void;
}

const problemText = ({ token, reason, allowed }: FilterProblem): string =>
  words.problem[reason](token, allowed.join(', '));

/** The parts of a filter, each with the filter that is left without it. */
const partsOf = (filter: ExecutionFilter): { text: string; without: ExecutionFilter }[] =>
  (['status', 'workflow', 'trigger', 'from', 'to', 'q'] as const).flatMap((name) => {
    const text = formatFilterText({ ...noFilter, [name]: filter[name] });
    return text === '' ? [] : [{ text, without: { ...filter, [name]: noFilter[name] } }];
  });

export function FilterBar({ filter, onChange }: FilterBarProps) {
  const [text, setText] = useState(formatFilterText(filter));
  const [problems, setProblems] = useState<readonly FilterProblem[]>([]);
  const apply = (event: SubmitEvent): void => {
    event.preventDefault();
    const parsed = parseFilterText(text);
    setProblems(parsed.problems);
    if (parsed.problems.length === 0) onChange(parsed.filter);
  };
  return (
    <div className={styles.bar}>
      <form className={styles.form} role="search" onSubmit={apply}>
        <div className={styles.field}>
          <TextField
            label={words.filter}
            hint={words.filterHint}
            value={text}
            onChange={setText}
            spellCheck="false"
            autoComplete="off"
            maxLength={2_000}
            problem={problems.length === 0 ? null : problems.map(problemText).join(' ')}
          />
        </div>
        <div className={styles.buttons}>
          <Button type="submit" size="large">
            {words.apply}
          </Button>
          <Button size="large" onPress={() => onChange({ ...filter, status: 'error' })}>
            {words.onlyErrors}
          </Button>
        </div>
      </form>
      {isFiltered(filter) && (
        <ul className={styles.chips}>
          {partsOf(filter).map(({ text: part, without }) => (
            <li key={part} className={styles.chip}>
              <span className={styles.chipText}>{part}</span>
              <Button
                tone="quiet"
                icon={X}
                aria-label={words.clearOne(part)}
                onPress={() => onChange(without)}
              />
            </li>
          ))}
          <li>
            <Button tone="quiet" onPress={() => onChange(noFilter)}>
              {words.clear}
            </Button>
          </li>
        </ul>
      )}
    </div>
  );
}
