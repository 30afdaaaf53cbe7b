/** Starts processes under the turn watch. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

const preload = join(import.meta.dirname, 'turn-watch.mjs');
/**
 * The size of a small container. A default derived from the machine's memory would hide a memory
 * bomb.
 */
const heapMb = 768;

/** Environment variables of a watched process. */
export const watchedBy = (file: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=${preload} --max-old-space-size=${heapMb}`,
  TURN_WATCH_FILE: file,
});

export interface Control {
  stop(): void;
}

export function startControl(file: string, stretchFile: string): Control {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'control.mjs')], {
    env: {
      PATH: process.env['PATH'],
      ...watchedBy(file),
      CONTROL_STRETCH_FILE: stretchFile,
    },
    stdio: 'ignore',
  });
  return { stop: () => void child.kill('SIGKILL') };
}
