/** The progress of a rebuild in one line: bar, records, rate, time left. */
import type { RebuildProgress } from '@apps/projector';

const barWidth = 24;

function durationText(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function progressLine({ phase, records, totalRecords, elapsedMs }: RebuildProgress): string {
  const done = totalRecords === 0 ? 1 : Math.min(1, records / totalRecords);
  const filled = Math.floor(done * barWidth);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`;
  const perSecond = elapsedMs === 0 ? 0 : Math.round((records / elapsedMs) * 1_000);
  const left = totalRecords - records;
  const remaining =
    phase === 'folding' && perSecond > 0 && left > 0
      ? ` · ${durationText(left / perSecond)} left`
      : '';
  const number = (value: number): string => value.toLocaleString('en');
  return `${bar} ${phase} · ${number(records)} of ${number(totalRecords)} records · ${number(perSecond)}/s${remaining}`;
}
