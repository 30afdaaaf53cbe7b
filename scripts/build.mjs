/** Compiles apps and libs into dist if dist is older than a source. `--force` always compiles. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const compiled = ['apps', 'libs'];
const folders = [...compiled, 'examples', 'scripts/pages'];
const files = [
  ...['.swcrc', 'package-lock.json'],
  ...['scripts/build-pages.mjs', 'scripts/block-reference.mjs', 'scripts/build-dashboard.mjs'],
];
const stamp = '.built';

function modifiedAt(path) {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

/** Directories count too: a directory's mtime changes when a file is deleted. */
function newestSource(root) {
  let newest = Math.max(...files.map((file) => modifiedAt(join(root, file))));
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { recursive: true })) {
      newest = Math.max(newest, modifiedAt(join(root, folder, entry)));
    }
  }
  return newest;
}

function giveUp(draft) {
  rmSync(draft, { recursive: true, force: true });
  console.error('the build failed');
  process.exit(1);
}

/** The api lists these workflows (apps/api/src/examples). */
function copyExamples(root, draft) {
  const from = join(root, 'examples');
  for (const name of readdirSync(from).filter((one) => /\.(json|ya?ml)$/.test(one)))
    cpSync(join(from, name), join(draft, 'examples', name));
}

/** The files of /docs and /docs/events. Unchanged ones are copied from the old dist. */
function buildPages(root, node, draft, dist) {
  const args = [join(root, 'scripts/build-pages.mjs'), draft, dist];
  const { status } = spawnSync(node, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) giveUp(draft);
}

/** For installations that only use the API. */
const withDashboard = process.env.DASHBOARD !== 'off';

function buildDashboard(root, node, draft, dist) {
  const args = [join(root, 'scripts/build-dashboard.mjs'), draft, dist];
  const { status } = spawnSync(node, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) giveUp(draft);
}

function isCurrent(root, dist) {
  if (withDashboard && !existsSync(join(dist, 'dashboard/index.html'))) return false;
  return modifiedAt(join(dist, stamp)) > newestSource(root);
}

/**
 * Builds next to dist and then swaps, so that a failed build leaves the old dist in place.
 * @param {string} node path of the Node 24 binary
 */
export function ensureBuilt(root, node, force = false) {
  const dist = join(root, 'dist');
  if (!force && isCurrent(root, dist)) return;
  const draft = join(root, `dist.${process.pid}`);
  // Vite compiles the dashboard.
  const leftOut = ['**/*.spec.ts', '**/*.contract-spec.ts', 'apps/dashboard/**'];
  const swc = join(root, 'node_modules/@swc/cli/bin/swc.js');
  const args = [
    swc,
    ...compiled,
    '-d',
    draft,
    '--config-file',
    '.swcrc',
    '--quiet',
    '--ignore',
    leftOut.join(','),
  ];
  console.log('building …');
  const startedAt = new Date();
  const { status } = spawnSync(node, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) giveUp(draft);
  copyExamples(root, draft);
  buildPages(root, node, draft, dist);
  if (withDashboard) buildDashboard(root, node, draft, dist);
  writeFileSync(join(draft, stamp), '');
  // The stamp has the start time, so a source saved during the build is newer than the stamp.
  utimesSync(join(draft, stamp), startedAt, startedAt);
  rmSync(dist, { recursive: true, force: true });
  renameSync(draft, dist);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(fileURLToPath(import.meta.url), '../..');
  ensureBuilt(root, process.execPath, process.argv.includes('--force'));
}
