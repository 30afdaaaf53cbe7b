import type { Span } from '../../../core/execution/execution-ledger.js';
import { durationText } from '../../../core/format/format.js';
import { type Drawing, drawn, type RowFace } from '../drawing.js';
import { type Segment, segmentsOf } from '../../../core/waterfall/segments.js';
import { Bars } from '../../../parts/waterfall/bars.js';
import { executionText } from '../../../text/execution.js';
import styles from './waterfall.module.css';

const { trace: words } = executionText;

/** One try of a block that was tried again. */
export function tryFace(span: Span, tryNumber: number, picture: Drawing): RowFace {
  const { untilMs, hasEnded } = picture;
  const { failedTries, error, endMs } = span;
  const failed = failedTries.find(({ attemptNumber }) => attemptNumber === tryNumber);
  const before = failedTries.find(({ attemptNumber }) => attemptNumber === tryNumber - 1);
  const tries = segmentsOf(span, untilMs, hasEnded).filter(isTry);
  const segment = tries[tryNumber - 1];
  const isLast = failed === undefined;
  const status = failed?.status ?? (isLast ? (error?.httpStatus ?? null) : null);
  const isFailed = failed !== undefined || (endMs !== null && error !== null);
  const label = status === null && isLast ? error?.code : status?.toString();
  const wait = before === undefined ? null : durationText(before.retryAtMs - before.endMs);
  return {
    sign: <i className={styles.noSign} />,
    name: wait === null ? words.attempt(tryNumber) : words.attemptAfter(tryNumber, wait),
    tone: 'dim',
    took: segment === undefined ? '' : durationText(segment.endMs - segment.startMs),
    bars: (
      <Bars
        {...drawn(picture)}
        segments={segment === undefined ? [] : [segment]}
        label={label}
        isFailed={isFailed}
        isLabelBefore
      />
    ),
  };
}

const isTry = ({ kind }: Segment): boolean => kind !== 'gap' && kind !== 'queued';
