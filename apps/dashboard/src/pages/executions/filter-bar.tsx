import { useState, type SubmitEvent } from 'react';
import { type ExecutionFilter, isFiltered, noFilter } from '../../core/filter/execution-filter.js';
import {
  type FilterProblem,
  formatFilterText,
  parseFilterText,
} from '../../core/filter/filter-text.js';
import { executionStatuses, lookOf } from '../../core/status/status.js';
import { executionsText as words } from '../../text/executions.js';
import { Button } from '../../ui/button.js';
import { IconButton } from '../../ui/icon-button.js';
import { X } from '../../ui/icon.js';
import { Menu } from '../../ui/menu.js';
import { TextField } from '../../ui/text-field.js';
import styles from './filter-bar.module.css';

export interface FilterBarProps {
  filter: ExecutionFilter;
  onChange: (filter: ExecutionFilter) => void;
}

const statuses = executionStatuses.map((id) => ({ id, label: lookOf(id).word }));

const toggled = (
  chosen: ExecutionFilter['status'],
  id: string,
): (typeof executionStatuses)[number][] =>
  executionStatuses.filter((one) => (one === id) !== chosen.includes(one));

const problemText = ({ token, reason, allowed }: FilterProblem): string =>
  words.problem[reason](token, allowed.join(', '));

/** The parts of a filter, each with the filter that is left without it. */
const partsOf = (filter: ExecutionFilter): { text: string; without: ExecutionFilter }[] =>
  (['status', 'workflow', 'trigger', 'from', 'to', 'q'] as const).flatMap((name) => {
    const text = formatFilterText({ ...noFilter, [name]: filter[name] });
    return text === '' ? [] : [{ text, without: { ...filter, [name]: noFilter[name] } }];
  });

export function FilterBar({ filter, onChange }: FilterBarProps) {
  return (
    <div className={styles.bar}>
      <div className={styles.form}>
        {/* Another filter is another text. The menu stays open meanwhile. */}
        <FilterField key={formatFilterText(filter)} filter={filter} onChange={onChange} />
        <div className={styles.buttons}>
          <Menu
            label={words.columns.status}
            trigger={
              <Button size="large" hasMenu>
                {`${words.columns.status}: ${words.statuses(filter.status)}`}
              </Button>
            }
            items={statuses}
            chosen={filter.status}
            onChoose={(id) => onChange({ ...filter, status: toggled(filter.status, id) })}
          />
        </div>
      </div>
      {isFiltered(filter) && (
        <ul className={styles.chips}>
          {partsOf(filter).map(({ text: part, without }) => (
            <li key={part} className={styles.chip}>
              <span className={styles.chipText}>{part}</span>
              <IconButton
                tone="ghost"
                icon={X}
                label={words.clearOne(part)}
                onPress={() => onChange(without)}
              />
            </li>
          ))}
          <li>
            <Button tone="ghost" onPress={() => onChange(noFilter)}>
              {words.clear}
            </Button>
          </li>
        </ul>
      )}
    </div>
  );
}

function FilterField({ filter, onChange }: FilterBarProps) {
  const [text, setText] = useState(formatFilterText(filter));
  const [problems, setProblems] = useState<readonly FilterProblem[]>([]);
  const apply = (event: SubmitEvent): void => {
    event.preventDefault();
    const parsed = parseFilterText(text);
    setProblems(parsed.problems);
    if (parsed.problems.length === 0) onChange(parsed.filter);
  };
  return (
    <form className={styles.fieldForm} role="search" onSubmit={apply}>
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
      </div>
    </form>
  );
}
