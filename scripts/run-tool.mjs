/**
 * `node scripts/run-tool.mjs <entry> [arguments]`: builds if needed, then runs a tool of
 * apps/standalone.
 */
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { runChild } from './run-child.mjs';

const root = join(import.meta.dirname, '..');
const [entry, ...args] = process.argv.slice(2);
ensureBuilt(root, process.execPath);
const program = join(root, 'dist/apps/standalone/src', `${entry}.js`);
process.exitCode = await runChild(process.execPath, ['--enable-source-maps', program, ...args]);
