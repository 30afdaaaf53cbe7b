import { durationText } from '../../../core/format/format.js';
import type { Tick } from '../../../core/waterfall/axis.js';

/** Short: "0", "1.5 s", "5 min". The length of a fold is rounded, a tick is round by itself. */
export function tickText({ ms, kind }: Pick<Tick, 'ms' | 'kind'>): string {
  if (ms === 0) return '0';
  const minutes = ms / 60_000;
  if (kind === 'length' && ms >= 60_000 && ms < 3_600_000) return `${Math.round(minutes)} min`;
  if (kind === 'length' && ms < 60_000 && ms >= 3_000) return `${Math.round(ms / 1_000)} s`;
  return durationText(ms).replace(/ 0 [sm]$/, '');
}
