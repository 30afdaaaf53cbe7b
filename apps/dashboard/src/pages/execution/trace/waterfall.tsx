import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { ticksOf } from '../../../core/waterfall/axis.js';
import { pictureOf } from '../../../core/waterfall/picture.js';
import { rowsOf } from '../../../core/waterfall/rows.js';
import { TimeBackdrop } from '../../../parts/time-axis/time-axis.js';
import { executionText } from '../../../text/execution.js';
import { DeliveryRows } from '../deliveries/delivery-rows.js';
import { brushOf } from '../model/execution-search.js';
import { readOpenness, withNextPage, withRow, writeOpenness } from '../model/openness.js';
import { treeMove } from '../model/tree-move.js';
import { tickText } from '../model/tick-text.js';
import { AxisHead } from './axis-head.js';
import type { TraceProps } from './trace-props.js';
import { useElementWidth } from './use-element-width.js';
import { useTreeRowPx } from './use-tree-row-px.js';
import { WaterfallRow } from './waterfall-row.js';
import styles from './waterfall.module.css';

const { trace: words } = executionText;
const overscanRows = 12;

export interface WaterfallProps extends TraceProps {
  /** Null until it is there. */
  scroller: HTMLElement | null;
}

export function Waterfall(props: WaterfallProps) {
  const { execution, deliveries, chosen, onChoose, nowMs, search, change, scroller } = props;
  const { ledger, tree, outline, unreached } = execution;
  const table = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const baseId = useId();
  const rowPx = useTreeRowPx();
  const axis = useElementWidth();
  const openness = readOpenness(search.open);
  const rows = rowsOf(
    { tree, trigger: outline.trigger, unreached },
    {
      isOpen: (key) => openness.rows.get(key) ?? null,
      pagesOf: (key) => openness.pages.get(key) ?? 1,
      filter: { text: search.q, errorsOnly: search.only !== null },
    },
  );
  const picture = pictureOf(ledger, {
    nowMs,
    isFolded: search.fold === null,
    brush: brushOf(search),
    deliveries: deliveries.all,
  });
  const { scale, startMs, untilMs, hasEnded } = picture;
  const drawing = { ...picture, axisPx: axis.widthPx };
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: overscanRows,
    scrollMargin: list.current?.offsetTop ?? 0,
  });
  const active = rows.findIndex(({ key }) => key === chosen);
  // The chosen row may be far down: the address, the canvas or a key chose it.
  useEffect(() => {
    if (scroller !== null && active >= 0) virtual.scrollToIndex(active, { align: 'auto' });
  }, [virtual, scroller, active]);
  const toggle = (key: string, isOpen: boolean): void =>
    change({ open: writeOpenness(withRow(openness, key, isOpen)) });
  const press = (event: KeyboardEvent): void => {
    const move = treeMove(event.key, rows, active);
    if (move === null || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    if (move.kind === 'choose') onChoose(move.key);
    else toggle(move.key, move.isOpen);
  };
  const visible = virtual.getVirtualItems();
  const isActiveVisible = visible.some(({ index }) => index === active);
  const line = hasEnded
    ? { x: scale.xOf(untilMs), tone: ledger.end?.status === 'error' ? 'failed' : 'ended' }
    : { x: scale.xOf(untilMs), tone: 'now' };
  return (
    <div ref={table} className={styles.waterfall}>
      <div className={styles.backdrop}>
        <TimeBackdrop
          folds={scale.folds}
          line={line as Parameters<typeof TimeBackdrop>[0]['line']}
        />
      </div>
      <AxisHead
        ref={axis.ref}
        scale={scale}
        ticks={ticksOf(scale, startMs, axis.widthPx).map((tick) => ({
          ...tick,
          text: tickText(tick),
        }))}
        startMs={startMs}
        brush={brushOf(search)}
        onBrush={(brush) => change(brush ?? { from: null, to: null })}
      />
      <div
        ref={list}
        role="tree"
        aria-label={words.blocks}
        aria-activedescendant={isActiveVisible ? `${baseId}${active}` : undefined}
        tabIndex={0}
        className={styles.rows}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={press}
      >
        {visible.map(({ index, start }) => {
          const row = rows[index];
          return (
            row && (
              <WaterfallRow
                key={row.key}
                id={`${baseId}${index}`}
                row={row}
                execution={execution}
                picture={drawing}
                isChosen={index === active}
                offsetPx={start - virtual.options.scrollMargin}
                heightPx={rowPx}
                onChoose={onChoose}
                onToggle={toggle}
                onMore={(key) => change({ open: writeOpenness(withNextPage(openness, key)) })}
              />
            )
          );
        })}
      </div>
      {execution.head.spansOmitted > 0 && (
        <p className={styles.omitted}>{words.omitted(execution.head.spansOmitted)}</p>
      )}
      <DeliveryRows
        execution={execution}
        deliveries={deliveries}
        drawing={drawing}
        nowMs={nowMs}
        onOpen={() => change({ tab: 'deliveries' })}
      />
    </div>
  );
}
