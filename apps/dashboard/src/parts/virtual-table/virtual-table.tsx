/**
 * A list of any length as a table of which only the visible rows are in the page. One tab stop:
 * arrows and j/k move, Enter opens, space peeks. The list is where it was after Back.
 */
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { rowAction } from '../../core/keys/row-keys.js';
import { preferences } from '../../data/preferences.js';
import { rememberedScroll, rememberScroll } from './scroll-memory.js';
import { useRowHeight } from './use-row-height.js';
import styles from './virtual-table.module.css';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly isNumber?: boolean;
  /** The link to the row's page is in this cell; it covers the row. */
  readonly isName?: boolean;
  cell(row: Row): ReactNode;
}

interface RowTarget {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

export interface VirtualTableProps<Row extends { readonly id: string }> {
  label: string;
  /** Sets `--cols`, and hides columns by `[data-column]` where the list is narrow. */
  className: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  targetOf: (row: Row) => RowTarget;
  onOpen: (row: Row) => void;
  /** A row that is shown beside the list; moving in the list moves it along. */
  peek?: { readonly id: string | null; onPeek(id: string | null): void };
  /** Lists of the same name are scrolled to the same place. */
  memory: string;
  narrowRowPx: number;
  isBusy?: boolean;
  /** This many rows are below the last visible one. */
  onRowsLeft?: (count: number) => void;
  /** Below the last row. */
  foot?: ReactNode;
}

const overscanRows = 10;
/** The head stays above the rows. */
const headPx = 32;

export function VirtualTable<Row extends { readonly id: string }>(props: VirtualTableProps<Row>) {
  const { label, rows, columns, peek, memory, onRowsLeft } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const baseId = useId();
  const rowPx = useRowHeight(props.narrowRowPx);
  const [moved, setActive] = useState<string | null>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.id ?? index,
    initialOffset: () => rememberedScroll(memory),
    overscan: overscanRows,
    scrollPaddingEnd: headPx,
    onChange: ({ range, scrollOffset }) => {
      if (scrollOffset !== null) rememberScroll(memory, scrollOffset);
      if (range !== null) onRowsLeft?.(rows.length - 1 - range.endIndex);
    },
  });
  // The outside system is the virtualiser, which keeps the sizes that it has seen.
  useEffect(() => virtual.measure(), [virtual, rowPx]);
  const activeId = peek?.id ?? moved;
  const active = activeId === null ? -1 : rows.findIndex(({ id }) => id === activeId);
  const peekedIndex = peek?.id == null ? -1 : active;
  // The peeked row may be far down in a list that was opened by its address.
  useEffect(() => {
    if (peekedIndex >= 0) virtual.scrollToIndex(peekedIndex);
  }, [virtual, peekedIndex]);
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const { target } = event;
    const isHere = target instanceof Node && scroller.current?.contains(target) === true;
    // On the page itself nothing else takes these keys.
    const isNowhere = target === document.body || target === document.getElementById('page-title');
    if (event.ctrlKey || event.metaKey || event.altKey || !(isHere || isNowhere)) return;
    if (event.key === 'Escape' && peek?.id != null) peek.onPeek(null);
    const perPage = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 2);
    const { hasSingleKeys } = preferences();
    const action = rowAction(event.key, { active, count: rows.length, perPage }, hasSingleKeys);
    const row = rows[action?.kind === 'move' ? action.to : active];
    if (action === null || row === undefined) return;
    event.preventDefault();
    if (action.kind === 'open') props.onOpen(row);
    else if (action.kind === 'peek') peek?.onPeek(peek.id === row.id ? null : row.id);
    else {
      setActive(row.id);
      virtual.scrollToIndex(action.to);
      if (peek?.id != null) peek.onPeek(row.id);
    }
  });
  // The outside system is the keyboard.
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  return (
    <div ref={scroller} className={styles.scroller}>
      <div
        role="grid"
        className={`${styles.table} ${props.className}`}
        aria-label={label}
        aria-rowcount={-1}
        aria-busy={props.isBusy}
        aria-activedescendant={active < 0 ? undefined : `${baseId}${rows[active]?.id}`}
        tabIndex={0}
      >
        <div role="rowgroup" className={styles.head}>
          <div role="row" aria-rowindex={1} className={styles.row}>
            {columns.map(({ id, title, isNumber }) => (
              <span key={id} role="columnheader" data-column={id} data-number={isNumber}>
                {title}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, size }) => {
            const row = rows[index];
            return (
              row && (
                <div
                  key={row.id}
                  id={`${baseId}${row.id}`}
                  role="row"
                  aria-rowindex={index + 2}
                  aria-selected={row.id === activeId}
                  className={styles.row}
                  style={{ transform: `translateY(${start}px)`, height: size }}
                >
                  <Cells row={row} columns={columns} target={props.targetOf(row)} />
                </div>
              )
            );
          })}
        </div>
      </div>
      {props.foot}
    </div>
  );
}

interface CellsProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  target: RowTarget;
}

const Cells = <Row,>({ row, columns, target: { to, search } }: CellsProps<Row>) =>
  columns.map(({ id, isNumber, isName, cell }) => (
    <span key={id} role="gridcell" data-column={id} data-number={isNumber}>
      {isName ? (
        <Link to={to} search={search ?? {}} tabIndex={-1} className={styles.link}>
          {cell(row)}
        </Link>
      ) : (
        cell(row)
      )}
    </span>
  ));
