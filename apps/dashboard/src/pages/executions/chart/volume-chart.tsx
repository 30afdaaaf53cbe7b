/** How many executions ended, by outcome. Dragging over the bars chooses a range. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type PointerEvent, useRef, useState } from 'react';
import type { ExecutionFilter } from '../../../core/filter/execution-filter.js';
import { absoluteText, countText } from '../../../core/format/format.js';
import { type Bar, barsOf, chosenRange, volumeRange } from '../../../core/volume/volume.js';
import { useLive } from '../../../data/live/live-feed.js';
import { executionVolume } from '../../../data/volume.queries.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { executionsText } from '../../../text/executions.js';
import styles from './volume-chart.module.css';

const { volume: words } = executionsText;

export interface VolumeChartProps {
  workspaceId: string;
  filter: ExecutionFilter;
  workflowId: string | null;
  onChange: (filter: ExecutionFilter) => void;
}

/** Figures are read again after changes, but no more often. */
const everyMs = 15_000;
const chartHeight = 40;

export function VolumeChart({ workspaceId, filter, workflowId, onChange }: VolumeChartProps) {
  const queryClient = useQueryClient();
  const [nowMs, setNow] = useState(() => Date.now());
  const range = volumeRange(filter, nowMs);
  const options = executionVolume(workspaceId, range ?? noRange, workflowId);
  const query = useQuery({
    ...options,
    enabled: range !== null,
    placeholderData: keepPreviousData,
  });
  useLive((message, atMs) => {
    if (message.kind !== 'executions' || atMs - nowMs < everyMs) return;
    setNow(atMs);
    void queryClient.invalidateQueries({ queryKey: options.queryKey });
  });
  if (range === null) return null;
  const bars = barsOf(range, query.data?.data ?? []);
  const [from, to] = [range.fromMs, range.toMs].map((ms) =>
    absoluteText(new Date(ms).toISOString()),
  );
  return (
    <figure className={styles.figure} data-busy={query.isFetching}>
      <Bars
        bars={bars}
        onChoose={(one, other) => onChange({ ...filter, ...chosenRange(range, one, other) })}
      />
      <figcaption className={styles.caption}>
        {query.error === null
          ? words.caption(from ?? '', to ?? '', countText(most(bars)), words.bucket[range.bucket])
          : failureText(query.error)}
      </figcaption>
      <div className={styles.hidden}>
        <Figures bars={bars} />
      </div>
    </figure>
  );
}

const noRange = { bucket: 'hour', widthMs: 1, fromMs: 0, toMs: 0 } as const;

const most = (bars: readonly Bar[]): number => Math.max(0, ...bars.map(({ total }) => total));

interface BarsProps {
  bars: readonly Bar[];
  onChoose: (one: number, other: number) => void;
}

function Bars({ bars, onChoose }: BarsProps) {
  const [from, setFrom] = useState<number | null>(null);
  const [to, setTo] = useState(0);
  const svg = useRef<SVGSVGElement>(null);
  const shareAt = ({ clientX }: PointerEvent): number => {
    const { left = 0, width = 1 } = svg.current?.getBoundingClientRect() ?? {};
    return (clientX - left) / width;
  };
  const scale = chartHeight / Math.max(1, most(bars));
  return (
    <svg
      ref={svg}
      className={styles.chart}
      viewBox={`0 0 ${bars.length} ${chartHeight}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setFrom(shareAt(event));
        setTo(shareAt(event));
      }}
      onPointerMove={(event) => setTo(shareAt(event))}
      onPointerCancel={() => setFrom(null)}
      onPointerUp={(event) => {
        if (from !== null) onChoose(from, shareAt(event));
        setFrom(null);
      }}
    >
      {bars.map((bar, place) => (
        <Column key={bar.atMs} bar={bar} place={place} scale={scale} />
      ))}
      {from !== null && (
        <rect
          className={styles.chosen}
          x={Math.min(from, to) * bars.length}
          width={Math.abs(to - from) * bars.length}
          height={chartHeight}
        />
      )}
    </svg>
  );
}

const outcomes = ['success', 'cancelled', 'error'] as const;

/** Errors are on top, where they are seen. */
function Column({ bar, place, scale }: { bar: Bar; place: number; scale: number }) {
  let top = chartHeight;
  return outcomes.map((outcome) => {
    const height = bar[outcome] * scale;
    top -= height;
    return (
      height > 0 && (
        <rect
          key={outcome}
          data-outcome={outcome}
          x={place + 0.1}
          y={top}
          width={0.8}
          height={height}
        />
      )
    );
  });
}

/** The same for screen readers. */
function Figures({ bars }: { bars: readonly Bar[] }) {
  return (
    <table aria-label={words.table}>
      <thead>
        <tr>
          <th scope="col">{words.time}</th>
          {outcomes.map((outcome) => (
            <th key={outcome} scope="col">
              {outcome}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars
          .filter(({ total }) => total > 0)
          .map((bar) => (
            <tr key={bar.atMs}>
              <th scope="row">{absoluteText(new Date(bar.atMs).toISOString())}</th>
              {outcomes.map((outcome) => (
                <td key={outcome}>{bar[outcome]}</td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}
