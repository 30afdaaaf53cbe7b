/** The stretches of one row on the axis. Places are percent of its width. */
import type { CSSProperties } from 'react';
import type { BlockCategory } from '../../core/block-look/block-look.js';
import type { SpanStatus } from '../../core/execution/span-status.js';
import type { DeliverySegment } from '../../core/waterfall/delivery-segments.js';
import type { Segment } from '../../core/waterfall/segments.js';
import type { TimeScale } from '../../core/waterfall/time-scale.js';
import styles from './bars.module.css';

interface BarSegment {
  readonly kind: Segment['kind'] | DeliverySegment['kind'] | 'root';
  readonly startMs: number;
  readonly endMs: number;
}

export interface BarsProps {
  scale: TimeScale;
  segments: readonly BarSegment[];
  category?: BlockCategory;
  /** Beside the last bar: a port, a status, how many of how many. */
  label?: string | undefined;
  isFailed?: boolean;
  /** Before the bar where there is room; else behind it, or over its end where there is none. */
  isLabelBefore?: boolean;
  /** Width of the axis, so that a label stands where it has room. */
  axisPx: number;
  /** The iterations of a container, instead of one bar. */
  cells?: readonly SpanStatus[] | undefined;
}

/** Of a character of a label, and of the air around it. */
const [characterPx, airPx] = [6.7, 14];

const between = (x: number, w: number): CSSProperties => ({ '--x': x, '--w': w }) as CSSProperties;

export function Bars({ scale, segments, category, label, cells, ...props }: BarsProps) {
  const { isFailed = false, isLabelBefore = false, axisPx } = props;
  const last = segments.at(-1);
  const startX = segments[0] === undefined ? 0 : scale.xOf(segments[0].startMs);
  const endX = last === undefined ? 0 : scale.xOf(last.endMs);
  const labelPx = (label?.length ?? 0) * characterPx + airPx;
  const hasRoomBefore = (startX / 100) * axisPx >= labelPx;
  const hasRoomBehind = (1 - endX / 100) * axisPx >= labelPx;
  const isBefore = hasRoomBefore && isLabelBefore;
  const side = isBefore ? 'left' : hasRoomBehind ? undefined : 'inside';
  // Over a bar that is narrower it would hide what lies before.
  const isShown = side !== 'inside' || ((endX - startX) / 100) * axisPx >= labelPx;
  return (
    <span className={styles.bars} data-category={category} aria-hidden>
      {segments.filter(isIn(scale)).map(({ kind, startMs, endMs }) => {
        const x = scale.xOf(startMs);
        const style = between(x, Math.max(0, scale.xOf(endMs) - x));
        return cells !== undefined && kind !== 'gap' ? (
          <i key={startMs} className={`${styles.bar} ${styles.cells}`} style={style}>
            {cells.map((status, at) => (
              <span key={at} data-status={status} />
            ))}
          </i>
        ) : (
          <i key={`${kind}${startMs}`} className={styles.bar} data-kind={kind} style={style} />
        );
      })}
      {label !== undefined && last !== undefined && isShown && (
        <em
          className={styles.label}
          style={between(isBefore ? startX : endX, 0)}
          data-side={side}
          data-tone={isFailed ? 'failed' : undefined}
        >
          {label}
        </em>
      )}
    </span>
  );
}

const isIn =
  ({ range }: TimeScale) =>
  ({ startMs, endMs }: BarSegment): boolean =>
    endMs >= range.startMs && startMs <= range.endMs;
