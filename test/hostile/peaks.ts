/** The longest turn and peak memory of each app, over all worlds of a run. */
import { appNames, type World } from './world.js';

interface Peak {
  cpuMs: number;
  wallMs: number;
  heapBytes: number;
  rssBytes: number;
}

const names = [...appNames, 'control'] as const;
const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20)}`.padStart(9);
const whole = (ms: number): string => `${Math.round(ms)}`.padStart(9);

export class Peaks {
  readonly #byName = new Map<string, Peak>();

  async add(world: World): Promise<void> {
    for (const name of names) {
      const { turns, heapBytes, rssBytes } = await world.turnsOf(name);
      const judged = turns.filter(({ at }) => name === 'control' || world.served(name, at));
      const peak = this.#byName.get(name) ?? { cpuMs: 0, wallMs: 0, heapBytes: 0, rssBytes: 0 };
      this.#byName.set(name, {
        cpuMs: Math.max(peak.cpuMs, ...judged.map(({ cpuMs }) => cpuMs)),
        wallMs: Math.max(peak.wallMs, ...judged.map(({ wallMs }) => wallMs)),
        heapBytes: Math.max(peak.heapBytes, heapBytes),
        rssBytes: Math.max(peak.rssBytes, rssBytes),
      });
    }
  }

  table(): string {
    const head = 'process      turn: CPU ms   all ms  heap MiB   RSS MiB';
    const lines = [...this.#byName].map(
      ([name, { cpuMs, wallMs, heapBytes, rssBytes }]) =>
        `${name.padEnd(12)} ${whole(cpuMs).padStart(12)}${whole(wallMs)} ${mib(heapBytes)} ${mib(rssBytes)}`,
    );
    return [head, ...lines].join('\n');
  }
}
