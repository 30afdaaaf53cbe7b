/**
 * `build-dashboard.mjs <dist> <previous dist>`: builds apps/dashboard into `<dist>/dashboard`.
 * Unchanged, it is copied from the previous dist. Each asset has a `.br` and a `.gz` beside it, so
 * the server compresses nothing.
 */
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = join(import.meta.dirname, '..');
const sources = ['apps/dashboard', 'libs/client/src', 'package-lock.json'];
const notBuilt = /\.(spec|journey)\.ts$|\/(journeys|gallery)\//;
const compressible = /\.(js|css|svg|json)$/;

function filesIn(path) {
  const full = join(root, path);
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((file) => !notBuilt.test(file))
    .sort();
}

function keyOfSources() {
  const hash = createHash('sha256');
  for (const file of [...sources.flatMap(filesIn), 'scripts/build-dashboard.mjs'])
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function keyOf(folder) {
  try {
    return readFileSync(join(folder, 'key'), 'utf8');
  } catch {
    return '';
  }
}

async function compress(file) {
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 22 };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  writeFileSync(`${file}.br`, br);
  writeFileSync(`${file}.gz`, zipped);
}

/** @param {string} mode `production`, or `gallery` for the page of all components */
export async function buildDashboard(target, mode = 'production') {
  const { build } = await import('vite');
  // Of the caller it would come before the mode: the page would get React for development.
  process.env.NODE_ENV = 'production';
  await build({
    configFile: join(root, 'apps/dashboard/vite.config.ts'),
    mode,
    logLevel: 'warn',
    build: { outDir: target, emptyOutDir: true },
  });
  const assets = join(target, 'assets');
  const names = readdirSync(assets).filter((name) => compressible.test(name));
  await Promise.all(names.map((name) => compress(join(assets, name))));
}

async function buildOrCopy(dist, previous) {
  const target = join(dist, 'dashboard');
  const key = keyOfSources();
  const before = previous === undefined ? undefined : join(previous, 'dashboard');
  if (before !== undefined && keyOf(before) === key) {
    cpSync(before, target, { recursive: true });
    return;
  }
  await buildDashboard(target);
  writeFileSync(join(target, 'key'), key);
}

if (process.argv[1] === import.meta.filename) await buildOrCopy(process.argv[2], process.argv[3]);
