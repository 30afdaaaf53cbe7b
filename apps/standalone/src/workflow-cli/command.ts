/** What a verb gets: its arguments, the server when it asks for it, and the terminal. */
import type { Asked } from './arguments.js';
import type { Server } from './server.js';

export interface Terminal {
  say(line: string): void;
  /** To stderr. */
  note(line: string): void;
}

export interface Command extends Asked, Terminal {
  /** Connects on the first call. @throws UsageError when no server is named */
  server(): Promise<Server>;
}

/** Says an answer as JSON for programs, or as lines for people. */
export function tell<T>(
  { values, say }: Pick<Command, 'values' | 'say'>,
  answer: T,
  linesOf: (answer: T) => readonly string[],
): void {
  for (const line of values['json'] === true ? [JSON.stringify(answer)] : linesOf(answer))
    say(line);
}

export const textOf = (values: Asked['values'], name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};
