/**
 * Schemathesis against a listening api, from its own OpenAPI document: what it makes up must never end in a 5xx or in an answer that is
 * not documented. Runs that need a runner are left out; so is what is not the api's (health, metrics). Takes Python 3 with pip.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenApiDocument } from '../../apps/api/src/openapi/document.js';
import { fillWorkspace } from '../../apps/api/src/testing/full-workspace.js';
import {
  createApiDatabase,
  createTenant,
  startTestApi,
  type TestApi,
  type TestDatabaseOfApi,
} from '../../apps/api/src/testing/test-api.js';

const version = '4.32.5';
const leftOut = /execute|trigger|rerun|health|metrics|schemas|subjects|events|asyncapi|docs|config/;
/** They would end the run: what comes after them is answered with 401 or 404. */
const endings = new Set(['deleteWorkspace', 'revokeApiKey', 'removeMember', 'changeMember']);
const checks =
  'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance';
const seconds = Number(process.env['FUZZ_SECONDS'] ?? 300);
const timeoutMs = 900_000;

let base: TestDatabaseOfApi;
let api: TestApi;
let dir: string;
let program: string;

async function run(command: string, args: readonly string[]): Promise<[number | null, string]> {
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

/** The installed one named by SCHEMATHESIS, or one from PyPI for this run. */
async function schemathesis(): Promise<string> {
  const installed = process.env['SCHEMATHESIS'];
  if (installed !== undefined) return installed;
  const venv = join(dir, 'venv');
  expect(await run('python3', ['-m', 'venv', venv])).toEqual([0, expect.anything()]);
  const [status, output] = await run(join(venv, 'bin/pip'), [
    'install',
    '-q',
    `schemathesis==${version}`,
  ]);
  expect([status, output]).toEqual([0, expect.anything()]);
  return join(venv, 'bin/schemathesis');
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'fuzz-'));
  base = await createApiDatabase({ FLOWLEDGER_LOGS_PER_MINUTE: '10000000' });
  api = await startTestApi(base);
  await api.app.listen(0, '127.0.0.1');
  program = await schemathesis();
}, timeoutMs);
afterAll(async () => {
  await api.close();
  await base.close();
  await rm(dir, { recursive: true, force: true });
});

/** Operations that are not asked, as one expression: several filters of Schemathesis hold together only. */
async function exclusions(): Promise<string> {
  const { paths } = (await api.request('GET', '/openapi.json')).body as OpenApiDocument;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map(({ operationId }) => ({ path, operationId })),
  );
  const excluded = operations.filter(
    ({ path, operationId }) => leftOut.test(path) || endings.has(operationId),
  );
  return `^(${excluded.map(({ operationId }) => operationId).join('|')})$`;
}

async function fuzz(apiKey: string, phases: string, seconds: number): Promise<string> {
  const [status, output] = await run(program, [
    'run',
    `${await api.app.getUrl()}/openapi.json`,
    ...['--header', `x-api-key: ${apiKey}`],
    ...['--exclude-operation-id-regex', await exclusions()],
    ...['--checks', checks],
    ...['--phases', phases],
    ...['--max-time', String(seconds)],
    ...['--seed', '1', '--workers', '2', '--request-timeout', '40', '--continue-on-failure'],
  ]);
  expect([status, status === 0 ? '' : output]).toEqual([0, '']);
  expect((await api.request('GET', '/api/v1/me', { key: apiKey })).status).toBe(200);
  return output;
}

describe('the api under a fuzzer', () => {
  it(
    'answers everything it documents as documented, and nothing with 5xx',
    async () => {
      const tenant = await createTenant(base);
      await fillWorkspace(base, api, tenant);
      await fuzz(tenant.apiKey, 'examples,coverage,fuzzing', seconds);
    },
    timeoutMs,
  );

  it(
    'does so along the links of its document, too',
    async () => {
      const tenant = await createTenant(base);
      await fillWorkspace(base, api, tenant);
      const output = await fuzz(tenant.apiKey, 'stateful', seconds / 2);
      const [, covered] = /API Links: +(\d+) covered/.exec(output) ?? [];
      expect(Number(covered)).toBeGreaterThan(10);
    },
    timeoutMs,
  );
});
