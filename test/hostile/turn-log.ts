/** The output of one process's turn watch so far. */
import { readFile } from 'node:fs/promises';

export interface Turn {
  /** Epoch ms. */
  readonly at: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  /** The part spent in garbage collector pauses. */
  readonly gcMs: number;
}

export interface Blocked {
  readonly at: number;
  readonly ms: number;
}

export interface TurnLog {
  /** Without the turns in which the watch itself worked. */
  readonly turns: readonly Turn[];
  /** Start times of all turns that have ended. */
  readonly ended: ReadonlySet<number>;
  /** Turns that were still running when they were noted. */
  readonly blocked: readonly Blocked[];
  readonly profiles: ReadonlyMap<number, readonly string[]>;
  readonly heapBytes: number;
  readonly rssBytes: number;
}

type Line =
  | ({ readonly kind: 'turn' } & Turn)
  | ({ readonly kind: 'blocked' } & Blocked)
  | { readonly kind: 'watching'; readonly at: number; readonly ms: number }
  | { readonly kind: 'profile'; readonly at: number; readonly functions: readonly string[] }
  | { readonly kind: 'peak'; readonly heap: number; readonly rss: number }
  | { readonly kind: 'watch' | 'unprofiled' };

/** A killed process may have left half a line. */
function parsed(text: string): Line[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Line];
    } catch {
      return [];
    }
  });
}

export async function readTurnLog(file: string): Promise<TurnLog> {
  const lines = parsed(await readFile(file, 'utf8').catch(() => ''));
  const peaks = lines.filter((line) => line.kind === 'peak');
  const watching = lines.filter((line) => line.kind === 'watching');
  const isWatched = ({ at, wallMs }: Turn): boolean =>
    watching.some((span) => at < span.at + span.ms && at + wallMs > span.at);
  const turns = lines.filter((line) => line.kind === 'turn');
  return {
    turns: turns.filter((turn) => !isWatched(turn)),
    ended: new Set(turns.map(({ at }) => at)),
    blocked: lines.filter((line) => line.kind === 'blocked'),
    profiles: new Map(
      lines.flatMap((line) => (line.kind === 'profile' ? [[line.at, line.functions]] : [])),
    ),
    heapBytes: Math.max(0, ...peaks.map(({ heap }) => heap)),
    rssBytes: Math.max(0, ...peaks.map(({ rss }) => rss)),
  };
}

/** Turns that had not ended when the log was read, or never will. */
export function openTurns({ blocked, ended }: TurnLog): readonly Blocked[] {
  return blocked.filter(({ at }) => !ended.has(at));
}
