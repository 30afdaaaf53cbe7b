/**
 * Schemathesis as a child process. Needs Python 3 with pip, unless SCHEMATHESIS names an installed
 * program.
 */
import { expect } from '@jest/globals';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const version = '4.32.5';
const checks =
  'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance';

export interface Fuzzing {
  /** Base URL of the tested api. */
  readonly url: string;
  readonly apiKey: string;
  readonly phases: string;
  readonly seconds: number;
  /** `--include-…` or `--exclude-operation-id-regex` and its value. */
  readonly operations: readonly [flag: string, value: string];
  /** TOML settings: values of the parameters that name records. */
  readonly settings?: string;
}

export interface Schemathesis {
  /**
   * Fails the test if the run finds anything.
   * @returns the report
   */
  fuzz(fuzzing: Fuzzing): Promise<string>;
  remove(): Promise<void>;
}

async function run(
  dir: string,
  command: string,
  args: readonly string[],
): Promise<[number | null, string]> {
  const child = spawn(command, args, { cwd: dir, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  return [status, output.join('')];
}

/** The program named by SCHEMATHESIS, or an installation from PyPI for this run. */
async function programIn(dir: string): Promise<string> {
  const installed = process.env['SCHEMATHESIS'];
  if (installed !== undefined) return installed;
  const venv = join(dir, 'venv');
  expect(await run(dir, 'python3', ['-m', 'venv', venv])).toEqual([0, expect.anything()]);
  const [status, output] = await run(dir, join(venv, 'bin/pip'), [
    'install',
    '-q',
    `schemathesis==${version}`,
  ]);
  expect([status, output]).toEqual([0, expect.anything()]);
  return join(venv, 'bin/schemathesis');
}

export async function installSchemathesis(): Promise<Schemathesis> {
  const dir = await mkdtemp(join(tmpdir(), 'fuzz-'));
  const program = await programIn(dir);
  return {
    fuzz: async ({ url, apiKey, phases, seconds, operations, settings = '' }) => {
      await writeFile(join(dir, 'schemathesis.toml'), settings);
      const [status, output] = await run(dir, program, [
        'run',
        `${url}/openapi.json`,
        ...['--header', `x-api-key: ${apiKey}`],
        ...operations,
        ...['--checks', checks],
        ...['--phases', phases],
        ...['--max-time', String(seconds)],
        ...['--seed', '1', '--workers', '2', '--request-timeout', '40', '--continue-on-failure'],
      ]);
      expect([status, status === 0 ? '' : output]).toEqual([0, '']);
      return output;
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
