import { useState } from 'react';
import { failedSpans } from '../../../core/execution/verdict.js';
import { executionText } from '../../../text/execution.js';
import { Button } from '../../../ui/button.js';
import { CircleX, FoldHorizontal, Search } from '../../../ui/icon.js';
import { TextField } from '../../../ui/text-field.js';
import { nextError } from '../model/next-error.js';
import { SimilarFailures } from '../similar/similar-failures.js';
import type { TraceProps } from './trace-props.js';
import styles from './trace.module.css';
import { Waterfall } from './waterfall.js';

const { trace: words } = executionText;

export interface WaterfallPaneProps extends TraceProps {
  /** Scrolls on phones, where all parts are one column. */
  outerScroller: HTMLElement | null;
}

export function WaterfallPane({ outerScroller, ...props }: WaterfallPaneProps) {
  const { execution, search, change, chosen, onChoose } = props;
  // No ref: the rows are drawn again, and scrolled to the chosen one, once it is there.
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const hasErrors = failedSpans(execution.ledger).length > 0;
  const goToError = (): void => {
    const spanId = nextError(execution.ledger, chosen);
    if (spanId !== null) onChoose(spanId);
  };
  return (
    <div className={styles.pane}>
      <div className={styles.tools} role="search">
        <TextField
          label={words.find}
          isLabelHidden
          size="medium"
          icon={Search}
          placeholder={words.find}
          value={search.q}
          onChange={(q) => change({ q })}
        />
        <Button
          icon={FoldHorizontal}
          isCompact
          isPressed={search.fold === null}
          onPress={() => change({ fold: search.fold === null ? 'off' : null })}
        >
          {words.fold}
        </Button>
        <span className={styles.wide}>
          <Button
            icon={CircleX}
            isPressed={search.only === 'errors'}
            disabledReason={hasErrors || search.only === 'errors' ? null : words.noErrors}
            onPress={() => change({ only: search.only === null ? 'errors' : null })}
          >
            {words.errors}
          </Button>
        </span>
        <span className={styles.wide}>
          <Button
            tone="ghost"
            keys="e"
            disabledReason={hasErrors ? null : words.noErrors}
            onPress={goToError}
          >
            {words.firstError}
          </Button>
        </span>
      </div>
      <div ref={setScroller} className={styles.scroll}>
        <Waterfall {...props} scroller={outerScroller ?? scroller} />
        <SimilarFailures execution={execution} nowMs={props.nowMs} />
      </div>
    </div>
  );
}
