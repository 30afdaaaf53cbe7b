/**
 * The head of the waterfall. A drag over the axis shows only that part of the time; the panel of a
 * block has a button that does the same.
 */
import { type CSSProperties, type PointerEvent, type Ref, useState } from 'react';
import type { TimeScale } from '../../../core/waterfall/time-scale.js';
import { type AxisTick, TimeAxis } from '../../../parts/time-axis/time-axis.js';
import { executionText } from '../../../text/execution.js';
import { Button } from '../../../ui/button.js';
import type { brushOf } from '../model/execution-search.js';
import styles from './waterfall.module.css';

const { trace: words } = executionText;

type Brush = ReturnType<typeof brushOf>;

export interface AxisHeadProps {
  ref: Ref<HTMLDivElement>;
  scale: TimeScale;
  ticks: readonly AxisTick[];
  /** Of the execution. */
  startMs: number;
  brush: Brush;
  onBrush: (brush: Brush) => void;
}

/** A shorter drag is a press. */
const leastPercent = 2;

export function AxisHead({ ref, scale, ticks, startMs, brush, onBrush }: AxisHeadProps) {
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const placeOf = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(100, Math.max(0, ((clientX - left) / Math.max(1, width)) * 100));
  };
  const end = (): void => {
    setDrag(null);
    if (drag === null || Math.abs(drag.to - drag.from) < leastPercent) return;
    const [first, last] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
    onBrush({
      from: Math.max(0, Math.floor(scale.msAt(first) - startMs)),
      to: Math.ceil(scale.msAt(last) - startMs),
    });
  };
  return (
    <div className={styles.head}>
      <span className={styles.title}>{words.block}</span>
      <div
        ref={ref}
        className={styles.axis}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const x = placeOf(event);
          setDrag({ from: x, to: x });
        }}
        onPointerMove={(event) => drag !== null && setDrag({ ...drag, to: placeOf(event) })}
        onPointerUp={end}
        onPointerCancel={() => setDrag(null)}
      >
        <TimeAxis ticks={ticks} />
        {drag !== null && (
          <i
            className={styles.brush}
            style={
              {
                '--x': Math.min(drag.from, drag.to),
                '--w': Math.abs(drag.to - drag.from),
              } as CSSProperties
            }
          />
        )}
        {brush !== null && (
          <span className={styles.whole}>
            <Button onPress={() => onBrush(null)}>{words.whole}</Button>
          </span>
        )}
      </div>
    </div>
  );
}
