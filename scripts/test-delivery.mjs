/**
 * `npm run test:delivery [-- scaled|real]`: the long forms of test/delivery-accounting.e2e-spec.ts.
 * `scaled` runs 10,000 deliveries with tiers 20 times shorter; `real` runs 200 with real tiers
 * (about 15 minutes).
 */
import { join } from 'node:path';
import { runChild } from './run-child.mjs';
import { root } from './set-up.mjs';

const forms = {
  scaled: { FLOWLEDGER_ACCOUNTED_DELIVERIES: '10000' },
  real: { FLOWLEDGER_ACCOUNTED_DELIVERIES: '200', FLOWLEDGER_ACCOUNTED_DELAY_SCALE: '1' },
};
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in forms));
if (unknown.length > 0) {
  console.error(`usage: npm run test:delivery [-- ${Object.keys(forms).join('|')}]`);
  process.exit(2);
}
for (const name of asked.length > 0 ? asked : Object.keys(forms)) {
  console.log(`${name}: ${JSON.stringify(forms[name])}`);
  const code = await runChild(
    process.execPath,
    [join(root, 'scripts/test.mjs'), '--only=e2e', '--testPathPatterns=delivery-accounting'],
    {
      cwd: root,
      env: { ...process.env, ...forms[name], FLOWLEDGER_ACCOUNTED_REPORT: '1' },
    },
  );
  if (code !== 0) process.exitCode = 1;
}
