/** How many executions ended, by outcome: figures that filter, and bars that choose a range. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { timeKeys } from '../../../core/filter/execution-filter.js';
import { type FilterValues, withoutPart } from '../../../core/filter-language/filter-language.js';
import { absoluteText, countText } from '../../../core/format/format.js';
import { ticksOf } from '../../../core/volume/axis.js';
import { barsOf, chosenRange } from '../../../core/volume/volume.js';
import { useLive } from '../../../data/live/live-feed.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { useIsNarrow } from '../../../ui/use-is-narrow.js';
import { executionVolumeText as words } from '../../../text/execution-volume.js';
import { useVolume, type VolumeOf } from '../use-volume.js';
import { Bars } from './bars.js';
import { Figures } from './figures.js';
import { FiguresTable } from './figures-table.js';
import styles from './volume-chart.module.css';

export interface VolumeChartProps extends VolumeOf {
  onChange: (values: FilterValues) => void;
}

/** Figures are read again after changes, but no more often. */
const everyMs = 15_000;
export function VolumeChart({ workspaceId, values, workflowId, onChange }: VolumeChartProps) {
  const queryClient = useQueryClient();
  const isNarrow = useIsNarrow();
  const [nowMs, setNow] = useState(() => Date.now());
  const { range, query, queryKey } = useVolume({ workspaceId, values, workflowId }, nowMs);
  useLive((message, atMs) => {
    if (message.kind !== 'executions' || atMs - nowMs < everyMs) return;
    setNow(atMs);
    void queryClient.invalidateQueries({ queryKey });
  });
  if (range === null) return null;
  const bars = barsOf(range, query.data?.data ?? []);
  const [from, to] = [range.fromMs, range.toMs].map((ms) =>
    absoluteText(new Date(ms).toISOString()),
  );
  const chooseRange = (one: number, other: number): void => {
    const timeless = timeKeys.reduce(withoutPart, values);
    onChange({ ...timeless, ...chosenRange(range, one, other) });
  };
  return (
    <section className={styles.volume} aria-label={words.title} data-busy={query.isFetching}>
      <Figures
        totals={query.data?.totals ?? null}
        isLoaded={query.data !== undefined}
        isLastDay={!timeKeys.some((key) => key in values)}
        status={values['status']}
        onStatus={(status) =>
          onChange(
            status === values['status'] ? withoutPart(values, 'status') : { ...values, status },
          )
        }
      />
      <div className={styles.plot}>
        <Bars bars={bars} bucket={words.bucket[range.bucket]} onChoose={chooseRange} />
        <ol className={styles.axis} aria-hidden="true">
          {ticksOf(range.fromMs, range.toMs, isNarrow ? 4 : 7).map(({ share, text }) => (
            <li key={share} style={{ left: `${share * 100}%` }}>
              {text}
            </li>
          ))}
          {values['to'] === undefined && <li className={styles.now}>{words.now}</li>}
        </ol>
      </div>
      {query.error !== null && (
        <p className={styles.failed} role="status">
          {words.failed(failureText(query.error))}
        </p>
      )}
      {query.data !== undefined && (
        <FiguresTable
          bars={bars}
          caption={words.caption(
            from ?? '',
            to ?? '',
            countText(Math.max(0, ...bars.map(({ total }) => total))),
            words.bucket[range.bucket],
          )}
        />
      )}
    </section>
  );
}
