/**
 * `npm run test:chaos [-- --seed N --seconds S --together --clocks S --only 'kill broker,kill
 * relay']`: the long form of test/chaos.e2e-spec.ts. Without a seed it picks one and prints it; the
 * same seed gives the same faults in the same order at the same times. `--together` runs all five
 * apps in each process. `--clocks` sets each process's clock wrong by at most that many seconds,
 * either way.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { runChild } from './run-child.mjs';
import { root, setUp } from './set-up.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    seconds: { type: 'string', default: '300' },
    together: { type: 'boolean', default: false },
    clocks: { type: 'string', default: '0' },
    only: { type: 'string' },
  },
});
const node = setUp();
ensureBuilt(root, node);
console.log(`chaos with --seed ${values.seed} --seconds ${values.seconds}`);
process.exitCode = await runChild(
  node,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    join(root, 'node_modules/jest/bin/jest.js'),
    '--selectProjects=e2e',
    '--testPathPatterns=test/chaos\\.e2e-spec',
    '--runInBand',
  ],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      CHAOS_SEED: values.seed,
      CHAOS_SECONDS: values.seconds,
      CHAOS_CLOCKS: values.clocks,
      CHAOS_TOGETHER: String(values.together),
      ...(values.only === undefined ? {} : { CHAOS_ONLY: values.only }),
    },
  },
);
