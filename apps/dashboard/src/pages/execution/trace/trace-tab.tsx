/** Where (the canvas), when (the waterfall) and what (the chosen block), with one selection. */
import { useState } from 'react';
import { useIsNarrow } from '../../../ui/use-is-narrow.js';
import { SpanSide } from '../span/span-side.js';
import { RunCanvas } from './run-canvas.js';
import type { TraceProps } from './trace-props.js';
import styles from './trace.module.css';
import { WaterfallPane } from './waterfall-pane.js';

export function TraceTab(props: TraceProps) {
  const { execution, chosen, onChoose, nowMs, search, change } = props;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const isNarrow = useIsNarrow();
  return (
    <div ref={setScroller} className={styles.trace}>
      <div className={styles.canvas}>
        <RunCanvas execution={execution} chosen={chosen} onChoose={onChoose} />
      </div>
      <WaterfallPane {...props} outerScroller={isNarrow ? scroller : null} />
      <SpanSide
        execution={execution}
        chosen={chosen}
        nowMs={nowMs}
        isAsked={search.span !== ''}
        onChoose={onChoose}
        onClose={() => change({ span: '' })}
      />
    </div>
  );
}
