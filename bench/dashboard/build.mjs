/**
 * `node bench/dashboard/build.mjs`: seconds that the dashboard adds to a build (at most 20), and
 * seconds of a build in which nothing changed. It builds into a directory of its own.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'flowledger-bench-'));
const script = join(root, 'scripts/build-dashboard.mjs');

function secondsOf(...args) {
  const startedAt = performance.now();
  execFileSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  return (performance.now() - startedAt) / 1_000;
}

try {
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  const built = secondsOf(first);
  const copied = secondsOf(second, first);
  console.log(`built: ${built.toFixed(1)} s of 20 s; unchanged: ${copied.toFixed(1)} s`);
  process.exitCode = built > 20 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
