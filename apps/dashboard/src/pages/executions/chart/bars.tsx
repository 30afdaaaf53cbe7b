/** Bars of outcomes. Dragging chooses a range; arrows and Enter do so by keyboard. */
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { absoluteText, countText } from '../../../core/format/format.js';
import type { Bar } from '../../../core/volume/volume.js';
import { executionVolumeText as words } from '../../../text/execution-volume.js';
import styles from './volume-chart.module.css';

export interface BarsProps {
  bars: readonly Bar[];
  /** The word for the width of a bar. */
  bucket: string;
  /** Two places, each from 0 to 1. */
  onChoose: (one: number, other: number) => void;
}

const heightUnits = 64;
/** The highest bar does not touch what is above it. */
const headroom = 1.08;
/** A click is no choice of a range. */
const leastDragPx = 4;
const outcomes = ['success', 'cancelled', 'error'] as const;

interface Drag {
  readonly fromPx: number;
  readonly from: number;
  readonly to: number;
  readonly isDrag: boolean;
}

const textOf = (bar: Bar | undefined): string =>
  bar === undefined
    ? ''
    : words.bar(
        absoluteText(new Date(bar.atMs).toISOString()),
        countText(bar.success),
        countText(bar.error),
        countText(bar.cancelled),
      );

export function Bars({ bars, bucket, onChoose }: BarsProps) {
  const plot = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const [cursor, setCursor] = useState<{ at: number; from: number } | null>(null);
  const shareAt = ({ clientX }: PointerEvent): number => {
    const { left = 0, width = 1 } = plot.current?.getBoundingClientRect() ?? {};
    return Math.min(1, Math.max(0, (clientX - left) / width));
  };
  const count = bars.length;
  const placeOf = (share: number): number => Math.min(count - 1, Math.floor(share * count));
  const most = Math.max(1, ...bars.map(({ total }) => total)) * headroom;
  const press = (event: KeyboardEvent): void => {
    const at = cursor?.at ?? count - 1;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step !== undefined) {
      const next = Math.min(count - 1, Math.max(0, at + step));
      setCursor({ at: next, from: event.shiftKey ? (cursor?.from ?? at) : next });
    } else if (event.key === 'Enter' && cursor !== null)
      onChoose(
        (Math.min(cursor.at, cursor.from) + 0.5) / count,
        (Math.max(cursor.at, cursor.from) + 0.5) / count,
      );
    else if (event.key === 'Escape' && cursor !== null) setCursor(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const chosen =
    drag?.isDrag === true
      ? [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)]
      : cursor === null
        ? null
        : [
            Math.min(cursor.at, cursor.from) / count,
            (Math.max(cursor.at, cursor.from) + 1) / count,
          ];
  const told = drag === null ? (hovered ?? cursor?.at ?? null) : null;
  return (
    <div
      ref={plot}
      className={styles.bars}
      role="slider"
      tabIndex={0}
      aria-label={words.chart(bucket)}
      aria-valuemin={0}
      aria-valuemax={count - 1}
      aria-valuenow={cursor?.at ?? count - 1}
      aria-valuetext={textOf(bars[cursor?.at ?? count - 1])}
      onKeyDown={press}
      onBlur={() => setCursor(null)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        const at = shareAt(event);
        setDrag({ fromPx: event.clientX, from: at, to: at, isDrag: false });
      }}
      onPointerMove={(event) => {
        const to = shareAt(event);
        setHovered(placeOf(to));
        if (drag !== null)
          setDrag({
            ...drag,
            to,
            isDrag: drag.isDrag || Math.abs(event.clientX - drag.fromPx) >= leastDragPx,
          });
      }}
      onPointerLeave={() => setHovered(null)}
      onPointerCancel={() => setDrag(null)}
      onPointerUp={(event) => {
        if (drag?.isDrag === true) onChoose(drag.from, shareAt(event));
        setDrag(null);
      }}
    >
      <svg
        className={styles.chart}
        viewBox={`0 0 ${count} ${heightUnits}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bars.map((bar, place) => (
          <Column key={bar.atMs} bar={bar} place={place} scale={heightUnits / most} />
        ))}
      </svg>
      {chosen !== null && (
        <span
          className={styles.brush}
          style={{ left: `${(chosen[0] ?? 0) * 100}%`, right: `${(1 - (chosen[1] ?? 0)) * 100}%` }}
        />
      )}
      {told !== null && (
        <span
          className={styles.tip}
          data-side={told > count / 2 ? 'left' : 'right'}
          style={{ left: `${((told + 0.5) / count) * 100}%` }}
        >
          {textOf(bars[told])}
        </span>
      )}
    </div>
  );
}

/** A failure is never too small to be seen. */
const leastErrorUnits = 1;

/** Errors are on top, where they are seen. */
function Column({ bar, place, scale }: { bar: Bar; place: number; scale: number }) {
  let top = heightUnits;
  return outcomes.map((outcome) => {
    const least = outcome === 'error' && bar.error > 0 ? leastErrorUnits : 0;
    const height = Math.min(top, Math.max(least, bar[outcome] * scale));
    top -= height;
    return (
      height > 0 && (
        <rect
          key={outcome}
          data-outcome={outcome}
          x={place + 0.04}
          y={top}
          width={0.92}
          height={height}
        />
      )
    );
  });
}
