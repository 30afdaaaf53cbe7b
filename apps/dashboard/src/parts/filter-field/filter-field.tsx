/**
 * The filter of a list in one field: finished parts are tokens, the rest stays text. The address of
 * the page has the values; only what is being typed is kept here.
 */
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import {
  type FilterPart,
  type FilterProblem,
  type FilterValues,
  joinFilters,
  readFilter,
  takeFinished,
  textKey,
  withoutPart,
  writePart,
} from '../../core/filter-language/filter-language.js';
import { type Suggestion, suggestionsFor } from '../../core/filter-language/suggestions.js';
import { useActionsHere } from '../actions/actions-here.js';
import { filterText as words } from '../../text/filter.js';
import { ListFilter } from '../../ui/icon.js';
import { Kbd } from '../../ui/kbd.js';
import { iconSize } from '../../ui/icon-size.js';
import styles from './filter-field.module.css';
import { FilterSuggestions } from './filter-suggestions.js';
import { FilterToken } from './filter-token.js';

export interface FilterFieldProps {
  label: string;
  parts: readonly FilterPart[];
  /** Parts that are shown elsewhere. They can be typed here. */
  hidden?: readonly string[];
  values: FilterValues;
  onChange: (values: FilterValues) => void;
  /** Values of parts without a closed list, such as names of workflows. */
  valuesOf?: (key: string) => readonly string[];
  /** How a value is shown; by default as it is. */
  show?: (key: string, value: string) => ReactNode;
  /** The word for a value in a token. */
  wordOf?: (key: string, value: string) => string;
  countOf?: (key: string, value: string) => number | undefined;
  input?: RefObject<HTMLInputElement | null>;
}

const none = (): readonly string[] => [];
const same = (_key: string, value: string): string => value;

export function FilterField({ parts, values, onChange, ...props }: FilterFieldProps) {
  const { label, hidden = [], valuesOf = none, wordOf = same } = props;
  const ownInput = useRef<HTMLInputElement>(null);
  const input = props.input ?? ownInput;
  const baseId = useId();
  const applied = values[textKey] ?? '';
  const [seen, setSeen] = useState(applied);
  const [text, setText] = useState(applied);
  const [problems, setProblems] = useState<readonly FilterProblem[]>([]);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  // Another address has another text; what is typed meanwhile belongs to the old one.
  if (seen !== applied) {
    setSeen(applied);
    setText(applied);
  }
  useActionsHere([{ id: 'filter', label, keys: '/', run: () => input.current?.focus() }]);
  const suggested = suggestionsFor(text, parts, valuesOf, (key) => Object.hasOwn(values, key));
  const entries = isOpen ? suggested.entries : [];
  const active = Math.min(chosen, entries.length - 1);

  const change = (next: FilterValues): void => {
    setSeen(next[textKey] ?? '');
    onChange(next);
  };
  const type = (next: string): void => {
    setProblems([]);
    setChosen(0);
    setOpen(true);
    const { values: finished, rest } = /\s$/.test(next)
      ? takeFinished(next, parts)
      : { values: {}, rest: next };
    setText(rest);
    if (Object.keys(finished).length > 0) change(joinFilters(values, finished, parts));
  };
  const apply = (): void => {
    const read = readFilter(text, parts);
    setProblems(read.problems);
    setOpen(false);
    if (read.problems.length > 0) return;
    const { [textKey]: q = '', ...added } = read.values;
    const joined = joinFilters(withoutPart(values, textKey), added, parts);
    setText(q);
    change(q === '' ? joined : { ...joined, [textKey]: q });
  };
  const take = ({ kind, value }: Suggestion, isLast: boolean): void => {
    const before = text.slice(0, suggested.from);
    if (kind === 'part' || suggested.part === null) {
      type(`${before}${value}:`);
      return;
    }
    const others = suggested.part.isMany ? suggested.typed.split(',').slice(0, -1) : [];
    const all = [...others, value].join(',');
    const { key } = suggested.part;
    type(isLast ? `${before}${writePart(key, all)} ` : `${before}${key}:${all},`);
    if (isLast) setOpen(false);
  };
  const editToken = (key: string): void => {
    setText(`${text === '' ? '' : `${text} `}${writePart(key, values[key] ?? '')}`);
    change(withoutPart(values, key));
    input.current?.focus();
  };
  const tokens = parts
    .map(({ key }) => key)
    .filter((key) => Object.hasOwn(values, key) && !hidden.includes(key));
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const entry = entries[active];
    const last = tokens.at(-1);
    const isAtStart = event.currentTarget.selectionEnd === 0;
    if (event.key === 'ArrowDown' && !isOpen) setOpen(true);
    else if (event.key === 'ArrowDown') setChosen((active + 1) % Math.max(1, entries.length));
    else if (event.key === 'ArrowUp') setChosen(active <= 0 ? entries.length - 1 : active - 1);
    else if (event.key === 'Escape' && isOpen) setOpen(false);
    else if (event.key === 'Enter' && entry !== undefined && suggested.typed !== '')
      take(entry, true);
    else if (event.key === 'Enter' && entry?.kind === 'value') take(entry, true);
    else if (event.key === 'Enter') apply();
    else if (event.key === ',' && entry?.kind === 'value' && suggested.part?.isMany === true)
      take(entry, false);
    else if (event.key === 'Backspace' && isAtStart && last !== undefined) editToken(last);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.whole} role="search">
      {/* A click beside the text is meant for the text. The input itself takes the keys. */}
      {/* eslint-disable-next-line jsx-a11y-x/no-static-element-interactions, jsx-a11y-x/click-events-have-key-events */}
      <div
        className={styles.field}
        data-bad={problems.length > 0}
        onClick={() => input.current?.focus()}
      >
        <ListFilter {...iconSize} />
        {tokens.map((key) => (
          <FilterToken
            key={key}
            name={key}
            value={(values[key] ?? '')
              .split(',')
              .map((value) => wordOf(key, value))
              .join(', ')}
            onEdit={() => editToken(key)}
            onRemove={() => change(withoutPart(values, key))}
          />
        ))}
        <span className={styles.text}>
          <span className={styles.mirror} aria-hidden="true">
            <Marked text={text} problems={problems} />
          </span>
          <input
            ref={input}
            className={styles.input}
            role="combobox"
            aria-label={label}
            aria-expanded={entries.length > 0}
            aria-controls={`${baseId}list`}
            aria-activedescendant={entries.length > 0 ? `${baseId}${active}` : undefined}
            aria-autocomplete="list"
            aria-invalid={problems.length > 0}
            aria-describedby={problems.length > 0 ? `${baseId}problems` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={tokens.length === 0 ? words.placeholder : undefined}
            value={text}
            onChange={(event) => type(event.target.value)}
            onFocus={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onKeyDown={press}
          />
          {entries.length > 0 && (
            <FilterSuggestions
              baseId={baseId}
              part={suggested.part}
              entries={entries}
              active={active}
              show={props.show ?? wordOf}
              countOf={props.countOf ?? (() => undefined)}
              onTake={(entry) => take(entry, true)}
            />
          )}
        </span>
        <span className={styles.key}>
          <Kbd keys="/" />
        </span>
      </div>
      {problems.length > 0 && (
        <ul id={`${baseId}problems`} className={styles.problems} role="alert">
          {problems.map(({ reason, token, allowed, from }) => (
            <li key={from}>
              {words.problem[reason](token, allowed.slice(0, mostNamed).join(', '))}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const mostNamed = 12;

/** The text once more, behind the input, with a wave under what can't be read. */
function Marked({ text, problems }: { text: string; problems: readonly FilterProblem[] }) {
  const [problem] = problems;
  if (problem === undefined) return null;
  const { from, to } = problem;
  return (
    <>
      {text.slice(0, from)}
      <span className={styles.wrong}>{text.slice(from, to)}</span>
    </>
  );
}
