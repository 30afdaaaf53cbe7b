/** `node scripts/run-tool.mjs <entry> [arguments]`: builds what changed, then runs one of the tools in apps/standalone. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';

const root = join(import.meta.dirname, '..');
const [entry, ...args] = process.argv.slice(2);
ensureBuilt(root, process.execPath);
const program = join(root, 'dist/apps/standalone/src', `${entry}.js`);
const { status } = spawnSync(process.execPath, ['--enable-source-maps', program, ...args], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
