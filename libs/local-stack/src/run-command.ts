/** Runs a short-lived tool and passes its output on line by line. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface CommandResult {
  /** Exit code; -1 when it could not be started or a signal ended it. */
  readonly code: number;
  /** Both output streams, last 20,000 characters. */
  readonly output: string;
}

export function runCommand(
  command: string,
  args: readonly string[],
  options: {
    readonly onLine?: (line: string) => void;
    readonly env?: NodeJS.ProcessEnv;
    readonly uid?: number | undefined;
    readonly gid?: number | undefined;
    readonly cwd?: string;
  } = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: options.env ?? process.env,
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...(options.uid === undefined ? {} : { uid: options.uid }),
      ...(options.gid === undefined ? {} : { gid: options.gid }),
    });
    // A tool must not keep working in a directory that the next run has cleared.
    const end = (): void => {
      child.kill('SIGKILL');
    };
    process.once('exit', end);
    let output = '';
    const take = (line: string): void => {
      output = `${output}${line}\n`.slice(-20_000);
      options.onLine?.(line);
    };
    createInterface({ input: child.stdout }).on('line', take);
    createInterface({ input: child.stderr }).on('line', take);
    child.once('error', (error) => {
      process.off('exit', end);
      resolve({ code: -1, output: error.message });
    });
    child.once('close', (code) => {
      process.off('exit', end);
      resolve({ code: code ?? -1, output });
    });
  });
}
