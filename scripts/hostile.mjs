/**
 * `npm run test:hostile [-- --seconds S --seed N --only random|fixed --replay FILE]`: the long form
 * of test/hostile. Without a seed it picks one and prints it; the same seed gives the same attacks
 * in the same order. Each finding comes with a file that replays it. The last line is `N passed, N
 * failed`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { runChild } from './run-child.mjs';
import { root, setUp } from './set-up.mjs';
import { summarize } from './summary.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    seconds: { type: 'string', default: '300' },
    only: { type: 'string' },
    replay: { type: 'string' },
  },
});
const node = setUp();
ensureBuilt(root, node);
console.log(`hostile with --seed ${values.seed} --seconds ${values.seconds}`);
const scratch = mkdtempSync(join(tmpdir(), 'flowledger-results-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const outputFile = join(scratch, 'hostile.json');
const status = await runChild(
  node,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    join(root, 'node_modules/jest/bin/jest.js'),
    '--selectProjects=e2e',
    '--testPathPatterns=test/hostile/hostile\\.e2e-spec',
    '--runInBand',
    '--json',
    `--outputFile=${outputFile}`,
  ],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      HOSTILE_BOUND_MS: process.env.HOSTILE_BOUND_MS ?? '250',
      HOSTILE_SEED: values.seed,
      HOSTILE_SECONDS: values.seconds,
      ...(values.only === undefined ? {} : { HOSTILE_ONLY: values.only }),
      ...(values.replay === undefined ? {} : { HOSTILE_REPLAY: resolve(values.replay) }),
    },
  },
);
const { passed, failed } = summarize([{ status, ...resultOf(outputFile) }]);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function resultOf(file) {
  try {
    return { result: JSON.parse(readFileSync(file, 'utf8')) };
  } catch {
    return {};
  }
}
