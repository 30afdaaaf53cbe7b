/** Runs what `npm run -s workflow -- …` runs, against a cluster. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Cluster } from './cluster.js';

const program = join(import.meta.dirname, '../../dist/apps/standalone/src/workflow.js');

export interface CommandResult {
  readonly code: number;
  /** Stdout. */
  readonly said: string;
  /** Stderr. */
  readonly noted: string;
}

export async function workflowCommand(
  { api, apiKey }: Pick<Cluster, 'api' | 'apiKey'>,
  ...args: string[]
): Promise<CommandResult> {
  const env = {
    PATH: process.env['PATH'],
    FLOWLEDGER_URL: api.baseUrl,
    FLOWLEDGER_API_KEY: apiKey,
  };
  const child = spawn(process.execPath, [program, ...args], { env });
  const text = { said: '', noted: '' };
  child.stdout.on('data', (chunk: Buffer) => (text.said += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (text.noted += chunk.toString('utf8')));
  const code = await new Promise<number>((resolve) =>
    child.on('close', (status) => resolve(status ?? -1)),
  );
  return { code, ...text };
}
