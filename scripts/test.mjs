/**
 * `npm test [-- --only=unit,contract] [jest arguments]`: sets up, then runs every test against real
 * Kafka and Postgres. The last line is `N passed, N failed` over all runs; running no test at all
 * is a failure.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { runChild } from './run-child.mjs';
import { root, setUp } from './set-up.mjs';
import { summarize } from './summary.mjs';

/**
 * Unit tests run in parallel. The others share one broker and one database server, and some measure
 * time.
 */
const runs = [
  { projects: ['unit'], flags: [] },
  { projects: ['contract', 'e2e', 'downstream'], flags: ['--runInBand'] },
  // Needs its own registry: only on request.
  { projects: ['registry'], flags: [] },
  // Needs Python and takes minutes: only on request.
  { projects: ['fuzz'], flags: [] },
];

const only = process.argv.slice(2).filter((argument) => argument.startsWith('--only='));
const passedOn = process.argv.slice(2).filter((argument) => !only.includes(argument));
const wanted =
  only.length === 0
    ? ['unit', 'contract', 'e2e', 'downstream']
    : only.flatMap((argument) => argument.slice(7).split(','));

async function runJest(node, projects, flags, outputFile) {
  const status = await runChild(
    node,
    [
      '--experimental-vm-modules',
      // Jest needs the flag above; the warning would only be noise on every run.
      '--disable-warning=ExperimentalWarning',
      join(root, 'node_modules/jest/bin/jest.js'),
      '--selectProjects',
      ...projects,
      '--passWithNoTests',
      '--json',
      `--outputFile=${outputFile}`,
      ...flags,
      ...passedOn,
    ],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  try {
    return { status, result: JSON.parse(readFileSync(outputFile, 'utf8')) };
  } catch {
    return { status };
  }
}

const node = setUp();
// These tests start the built apps, or serve the built pages of /docs.
if (wanted.some((project) => project !== 'unit')) ensureBuilt(root, node);
const scratch = mkdtempSync(join(tmpdir(), 'flowledger-results-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
// Tests must not pick up settings from the shell they run in.
for (const name of ['DATABASE_URL', 'KAFKA_BROKERS', 'DATA_DIR']) delete process.env[name];
const results = [];
for (const { projects, flags } of runs) {
  const asked = projects.filter((name) => wanted.includes(name));
  if (asked.length === 0) continue;
  results.push(await runJest(node, asked, flags, join(scratch, `${asked.join('-')}.json`)));
}

const { passed, failed } = summarize(results);
if (passed + failed === 0) console.log('no test ran');
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
