/**
 * `npm test [-- --quick] [--times] [--only=unit,contract] [path …] [jest arguments]`: sets up, then
 * runs every test against real Kafka and Postgres, or those that lie at the paths. `--quick` runs
 * the unit tests and the contract tests without the slowest (jest.config.js). `--times` says where
 * the time went. The last line is `N passed, N failed` over all runs; running no test at all is a
 * failure. Journeys are skipped where no browser starts; the line before says so.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { isAlone } from '../jest.config.js';
import { ensureBuilt } from './build.mjs';
import { runChild } from './run-child.mjs';
import { root, setUp } from './set-up.mjs';
import { summarize, timesOf } from './summary.mjs';
import { pathsIn, testsAt } from './test-files.mjs';

const given = process.argv.slice(2);
const isQuick = given.includes('--quick');
const withTimes = given.includes('--times');
const only = given.filter((argument) => argument.startsWith('--only='));
const ours = ['--quick', '--times', ...only];
const onlyProjects =
  only.length > 0 ? only.flatMap((argument) => argument.slice(7).split(',')) : undefined;

function chosenTests() {
  try {
    const paths = pathsIn(given, root);
    return { paths, tests: paths.length > 0 ? testsAt(paths, root, onlyProjects) : undefined };
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
/** `tests` is undefined when no path was given: then Jest looks for them. */
const { paths, tests } = chosenTests();
const passedOn = given.filter((argument) => !ours.includes(argument) && !paths.includes(argument));
const withStack = ['contract', 'e2e', 'downstream'];

/** Jest would leave one core idle. */
const cores = availableParallelism();
/**
 * Tests with a stack wait for more than half of their time. A worker and the processes of its test
 * take 2 GB at most, and all share one database server, whose number of connections is limited.
 */
const sharing = Math.min(2 * cores, 4, Math.max(1, Math.floor(totalmem() / 2 ** 31)));

const runs = [
  { projects: ['unit'], workers: cores },
  ...(isQuick
    ? [{ projects: withStack, group: 'quick', workers: sharing }]
    : [
        { projects: withStack, group: 'together', workers: sharing },
        // These measure time or need every core.
        { projects: withStack, group: 'alone', workers: 1 },
      ]),
  // One service and one browser at a time.
  { projects: ['journey'], workers: 1 },
  // Needs its own registry: only on request.
  { projects: ['registry'] },
  // Needs Python and takes minutes: only on request.
  { projects: ['fuzz'] },
];

const wanted = (tests && [...new Set(tests.map(({ project }) => project))]) ??
  onlyProjects ?? ['unit', 'contract', ...(isQuick ? [] : ['e2e', 'downstream', 'journey'])];

/** Of the chosen tests, those of a run. */
function filesOf({ projects, group }) {
  return tests
    .filter(({ project }) => projects.includes(project))
    .map(({ file }) => file)
    .filter((file) => group === undefined || (group === 'alone') === isAlone(file));
}

async function runJest(node, { projects, group, workers, files }, outputFile) {
  const startedAt = performance.now();
  const isChosen = passedOn.some((argument) => /^(-i|-w|--runInBand|--maxWorkers)/.test(argument));
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
      ...(workers !== undefined && !isChosen ? [`--maxWorkers=${workers}`] : []),
      ...(files === undefined ? [] : ['--runTestsByPath', ...files]),
      ...passedOn,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...(group !== undefined && { TEST_GROUP: group }) },
    },
  );
  const name = group === undefined ? projects.join() : `${projects.join()} (${group})`;
  const ran = { status, name, seconds: (performance.now() - startedAt) / 1_000 };
  try {
    return { ...ran, result: JSON.parse(readFileSync(outputFile, 'utf8')) };
  } catch {
    return ran;
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
for (const { projects, ...how } of runs) {
  const asked = projects.filter((name) => wanted.includes(name));
  const files = tests && filesOf({ projects: asked, ...how });
  if (asked.length === 0 || files?.length === 0) continue;
  const outputFile = join(scratch, `${results.length}.json`);
  results.push(await runJest(node, { projects: asked, files, ...how }, outputFile));
}

if (withTimes) for (const run of results) console.log(timesOf(run, root).join('\n'));
const { passed, failed, skipped } = summarize(results);
if (passed + failed === 0) console.log('no test ran');
if (skipped > 0) console.log(`${skipped} skipped (journeys, where no browser starts)`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
