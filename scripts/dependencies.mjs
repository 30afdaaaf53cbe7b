/**
 * Checks whether the installed packages match the lockfile. Compares contents, because file times
 * mean nothing after a checkout.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {{packages: Record<string, {version?: string, optional?: boolean}>}} lock
 * package-lock.json
 * @param {{packages: Record<string, {version?: string}>} | undefined} installed from node_modules
 */
export function isInstalled(lock, installed) {
  if (installed === undefined) return false;
  return Object.entries(lock.packages).every(
    ([path, wanted]) =>
      path === '' ||
      // npm skips optional packages of other platforms.
      (wanted.optional === true && installed.packages[path] === undefined) ||
      installed.packages[path]?.version === wanted.version,
  );
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Installs from the lockfile if a package is missing or differs. Exits the process if npm fails.
 */
export function ensureDependencies(root) {
  const lock = readJson(join(root, 'package-lock.json'));
  if (isInstalled(lock, readJson(join(root, 'node_modules/.package-lock.json')))) return;
  console.log('installing dependencies from package-lock.json …');
  // Errors only: an older Node makes npm warn about every development tool that prefers a newer
  // one.
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], root);
}

/**
 * The project's own Node, from npm's `node` package; any Node can run this script.
 * @returns {string} path of the binary
 */
export function ensureNode(root) {
  const home = join(root, 'node_modules/node');
  const node = join(home, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
  if (!existsSync(node)) {
    // npm may be configured not to run install scripts.
    console.log('fetching Node 24 …');
    run(process.execPath, ['installArchSpecificPackage.js'], home);
  }
  return node;
}

function run(command, args, cwd) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status === 0) return;
  console.error(
    `"${command} ${args.join(' ')}" failed${error === undefined ? '' : `: ${error.message}`}`,
  );
  process.exit(1);
}
