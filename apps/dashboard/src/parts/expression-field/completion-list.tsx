/** What may be inserted at the caret. The keys are the editor's, which keeps the focus. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Row } from '../../core/completion/completion.js';
import { placeList } from '../../core/completion/place-list.js';
import { expressionText as words } from '../../text/expression.js';
import { Kbd } from '../../ui/kbd.js';
import { useNow } from '../time/use-now.js';
import type { OpenList } from './completing.js';
import styles from './completion-list.module.css';
import { ValueIcon } from './value-icon.js';
import { sourceText, valueText } from './value-text.js';

export interface CompletionListProps {
  id: string;
  list: OpenList;
  onTake: (row: number) => void;
  /** The caret may stand elsewhere in the window. */
  onMoved: () => void;
}

/** Head, foot and the space around the rows, as the styles have it. */
const restPx = 76;

export function CompletionList({ id, list, onTake, onMoved }: CompletionListProps) {
  const { completion, active, caret } = list;
  const holder = useRef<HTMLDivElement>(null);
  const nowMs = useNow();
  const size = { width: window.innerWidth, height: window.innerHeight };
  const { left, top, width, rows } = placeList(caret, size, completion.rows.length, restPx);
  // The outside system is the browser's top layer, which no panel cuts off.
  useLayoutEffect(() => holder.current?.showPopover(), []);
  // The outside system is the window: what scrolls moves the caret.
  useEffect(() => {
    const moved = (event: Event): void => {
      if (!(event.target instanceof Node && holder.current?.contains(event.target))) onMoved();
    };
    window.addEventListener('scroll', moved, true);
    window.addEventListener('resize', moved);
    return () => {
      window.removeEventListener('scroll', moved, true);
      window.removeEventListener('resize', moved);
    };
  }, [onMoved]);
  const { token, block, typed, matches, total } = completion;
  const isSecret = token.kind === 'secret';
  const root = isSecret || !token.hasPath ? null : token.name;
  const title =
    block?.name ??
    (isSecret ? words.secrets : root === null ? words.blocks : (words.ofRoot[root] ?? root));
  return (
    // A press leaves the focus in the editor.
    // eslint-disable-next-line jsx-a11y-x/no-static-element-interactions
    <div
      ref={holder}
      popover="manual"
      className={styles.list}
      style={{ left, top, width }}
      onMouseDown={(event) => event.preventDefault()}
    >
      <header className={styles.head}>
        <span className={styles.title}>{title}</span>
        <span className={styles.name}>{block?.reference}</span>
        <span className={styles.count}>{words.matching(matches, total, typed)}</span>
      </header>
      <div
        id={id}
        role="listbox"
        // It scrolls. Tab is the editor's while the list is open, so nobody gets here by it.
        tabIndex={0}
        aria-label={words.list(title)}
        className={styles.rows}
        style={{ height: rows * 28 }}
      >
        {completion.rows.map((row, index) => (
          <ListRow
            key={`${row.candidate.kind} ${row.candidate.whole}`}
            id={`${id}-${index}`}
            {...{ row, nowMs, isActive: index === active }}
            mayBeHidden={completion.rows.length > rows}
            onTake={() => onTake(index)}
          />
        ))}
      </div>
      <footer className={styles.foot}>
        <span>
          <Kbd keys={words.enter} /> {words.insert}
        </span>
        <span>
          <Kbd keys={words.tab} /> {words.nextPart}
        </span>
        <span className={styles.note}>{isSecret ? words.neverShown : words.onlyUpstream}</span>
      </footer>
    </div>
  );
}

interface ListRowProps {
  id: string;
  row: Row;
  nowMs: number;
  isActive: boolean;
  /** The list has more rows than it shows. */
  mayBeHidden: boolean;
  onTake: () => void;
}

function ListRow({ id, row, nowMs, isActive, mayBeHidden, onTake }: ListRowProps) {
  const { candidate, shown, hit } = row;
  const { look, type, source } = candidate;
  const element = useRef<HTMLDivElement>(null);
  const isSought = isActive && mayBeHidden;
  // The outside system is the list's scroll position. To ask for it lays out the page.
  useLayoutEffect(() => {
    if (isSought) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isSought]);
  return (
    // The keys are those of the editor.
    // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events, jsx-a11y-x/interactive-supports-focus
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.row}
      onClick={onTake}
    >
      <ValueIcon kind={candidate.kind} type={type} />
      <span className={styles.path}>
        {shown.slice(0, hit.from)}
        {hit.from < hit.to && <mark>{shown.slice(hit.from, hit.to)}</mark>}
        {shown.slice(hit.to)}
      </span>
      <span className={styles.small}>{type}</span>
      <span className={styles.value} data-empty={look === null ? '' : undefined}>
        {look === null ? (candidate.kind === 'secret' ? '' : words.notSeen) : valueText(look)}
      </span>
      <span className={styles.small} data-source={source.kind}>
        {candidate.kind === 'secret' ? '' : sourceText(source, nowMs)}
      </span>
    </div>
  );
}
