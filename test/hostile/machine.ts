/** The machine's own delays, measured by the control process: late wake-ups and a low CPU share. */
import { readFile } from 'node:fs/promises';
import type { Turn } from './turn-log.js';

const tickMs = 10;
const sampledEveryMs = 500;

interface Stretch {
  readonly at: number;
  /** Wall time divided by CPU time of a busy turn: 1 on an idle machine. */
  readonly stretch: number;
}

export class Machine {
  readonly #turns: readonly Turn[];
  readonly #stretches: readonly Stretch[];

  constructor(turns: readonly Turn[], stretches: readonly Stretch[]) {
    this.#turns = turns;
    this.#stretches = stretches;
  }

  /** The longest delay of the control process that overlaps the span. */
  delayMs(fromMs: number, toMs: number): number {
    const overlapping = this.#turns.filter(({ at, wallMs }) => at < toMs && at + wallMs > fromMs);
    return Math.max(0, ...overlapping.map(({ wallMs }) => wallMs - tickMs));
  }

  /** The largest stretch around the span. */
  stretch(fromMs: number, toMs: number): number {
    const near = this.#stretches.filter(
      ({ at }) => at >= fromMs - sampledEveryMs && at <= toMs + 2 * sampledEveryMs,
    );
    return Math.max(1, ...near.map(({ stretch }) => stretch));
  }
}

export async function readStretches(file: string): Promise<Stretch[]> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  return lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line) as Stretch);
}
