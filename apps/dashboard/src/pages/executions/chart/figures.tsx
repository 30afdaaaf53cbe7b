import type { Operations } from '@libs/client';
import { costText, countText, durationText } from '../../../core/format/format.js';
import { executionVolumeText as words } from '../../../text/execution-volume.js';
import text from '../../../ui/text.module.css';
import styles from './volume-chart.module.css';

const outcomes = ['success', 'error', 'cancelled'] as const;

export interface FiguresProps {
  totals: Operations['getExecutionStats']['answer']['totals'];
  /** Before the first answer nothing is claimed. */
  isLoaded: boolean;
  /** The filter's status. */
  status: string | undefined;
  onStatus: (status: string) => void;
  /** The list shows all time, the figures a day. */
  isLastDay: boolean;
}

/** The legend of the chart: a click on an outcome filters. */
export function Figures({ totals, isLoaded, status, onStatus, isLastDay }: FiguresProps) {
  const shown = (value: number | null | undefined, text: (value: number) => string): string =>
    !isLoaded || value == null ? '–' : text(value);
  return (
    <dl className={styles.figures}>
      {outcomes.map((outcome) => (
        <div key={outcome} data-outcome={outcome}>
          <dt>
            <button
              type="button"
              className={styles.legend}
              aria-pressed={status === outcome}
              onClick={() => onStatus(outcome)}
            >
              {words.outcome[outcome]}
            </button>
          </dt>
          <dd>
            {isLoaded ? countText(totals?.[outcome] ?? 0) : '–'}
            <i className={styles.swatch} />
          </dd>
        </div>
      ))}
      {isLastDay && (
        <div className={styles.day}>
          <dt className={text.hidden}>{words.when}</dt>
          <dd>{words.lastDay}</dd>
        </div>
      )}
      <div className={styles.later} data-first="">
        <dt>{words.typical}</dt>
        <dd>{shown(totals?.p50Ms, durationText)}</dd>
      </div>
      <div className={styles.later}>
        <dt>{words.slow}</dt>
        <dd>{shown(totals?.p95Ms, durationText)}</dd>
      </div>
      {(totals?.costUsd ?? 0) > 0 && (
        <div className={styles.later}>
          <dt>{words.spent}</dt>
          <dd>{costText(totals?.costUsd ?? 0)}</dd>
        </div>
      )}
    </dl>
  );
}
