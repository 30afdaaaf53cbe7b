/**
 * `node scripts/hostile-sensitivity.mjs [--seconds S --seed N] [NAME…]`: removes each remedy
 * (test/hostile/remedies.mjs) alone, in a copy with its own build, and runs the random attacks
 * until they find something. An event loop turn may take 1 s here: a missing remedy takes far
 * longer, and a slow machine is not a finding. Every missing remedy must be found. The last line
 * has the count.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { remedies } from '../test/hostile/remedies.mjs';
import { copyWithout } from './copy-without.mjs';
import { runChild } from './run-child.mjs';
import { setUp } from './set-up.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '28' },
    seconds: { type: 'string', default: '300' },
  },
});
const node = setUp();
const found = [];
const asked = remedies.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
for (const { name, edits } of asked) {
  const home = copyWithout(edits);
  try {
    const args = ['--only', 'random', '--seconds', values.seconds, '--seed', values.seed];
    const status = await runChild(node, [join(home, 'scripts/hostile.mjs'), ...args], {
      cwd: home,
      env: { ...process.env, HOSTILE_BOUND_MS: '1000', HOSTILE_STOPS_AT_FIRST: '1' },
    });
    if (status !== 0) found.push(name);
    console.log(`without ${name}: ${status === 0 ? 'NOT FOUND' : 'found'}`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
console.log(`${found.length} of ${asked.length} missing remedies were found: ${found.join(', ')}`);
process.exitCode = found.length === asked.length && asked.length > 0 ? 0 : 1;
