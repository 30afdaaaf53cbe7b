/** How late the machine itself was, seen from an idle process. */
import type { Turn } from './turn-log.js';

const tickMs = 10;

/** The longest delay of the control process that overlaps the span. */
export function machineDelayMs(control: readonly Turn[], fromMs: number, toMs: number): number {
  const overlapping = control.filter(({ at, wallMs }) => at < toMs && at + wallMs > fromMs);
  return Math.max(0, ...overlapping.map(({ wallMs }) => wallMs - tickMs));
}
