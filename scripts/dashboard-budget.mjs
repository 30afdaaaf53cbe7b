/**
 * `npm run dashboard:budget [-- --peer] [-- --files]`: what a browser loads before a page of the
 * dashboard shows, against apps/dashboard/budget.json. It follows the static imports in Vite's
 * manifest of dist/dashboard. `--peer` prints the same figure of n8n's editor, from npm. `--files`
 * prints the largest scripts, and how many are small.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const root = join(import.meta.dirname, '..');
const built = join(root, 'dist/dashboard');
const json = (path) => JSON.parse(readFileSync(path, 'utf8'));
const kilobytes = (bytes) => bytes / 1000;
const gzipBytes = (path) => gzipSync(readFileSync(path), { level: 9 }).length;

/** The keys of a manifest that are loaded before the chunk `entry` runs. */
function staticImports(manifest, entry, found = new Set()) {
  if (found.has(entry)) return found;
  found.add(entry);
  for (const next of manifest[entry]?.imports ?? []) staticImports(manifest, next, found);
  return found;
}

function checkRoute(manifest, entry, route, budget, forbidden) {
  const keys = staticImports(manifest, route, staticImports(manifest, entry));
  const files = [...new Set([...keys].map((key) => manifest[key]?.file))].filter(Boolean);
  const sizes = files
    .map((file) => ({ file, bytes: gzipBytes(join(built, file)) }))
    .sort((a, b) => b.bytes - a.bytes);
  const total = kilobytes(sizes.reduce((sum, { bytes }) => sum + bytes, 0));
  console.log(
    `${route}: ${total.toFixed(1)} kB gzip of ${budget.scriptKilobytes} kB, ${files.length} files of ${budget.files}`,
  );
  const problems = [];
  if (manifest[route] === undefined) problems.push(`${route} is not in the manifest`);
  if (total > budget.scriptKilobytes || files.length > budget.files) {
    problems.push(`${route} is over its budget`);
    for (const { file, bytes } of sizes.slice(0, 10))
      console.log(`  ${kilobytes(bytes).toFixed(1)} kB ${file}`);
  }
  for (const name of forbidden) {
    const bad = [...keys].filter((key) => key.toLowerCase().includes(name));
    if (bad.length > 0) problems.push(`${route} loads ${bad.join(', ')} before it shows`);
  }
  return problems;
}

function checkTotal({ scriptKilobytes, styleKilobytes }) {
  const names = readdirSync(join(built, 'assets'));
  const sum = (extension) =>
    kilobytes(
      names
        .filter((name) => name.endsWith(extension))
        .reduce((total, name) => total + gzipBytes(join(built, 'assets', name)), 0),
    );
  const [script, style] = [sum('.js'), sum('.css')];
  console.log(`all scripts: ${script.toFixed(1)} kB of ${scriptKilobytes} kB`);
  console.log(`all styles: ${style.toFixed(1)} kB of ${styleKilobytes} kB`);
  return script > scriptKilobytes || style > styleKilobytes ? ['the whole is over its budget'] : [];
}

/** Most of a small script is the head of its compression and of its request. */
const smallBytes = 600;
const mostListed = 15;

function printFiles() {
  const sizes = readdirSync(join(built, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, bytes: gzipBytes(join(built, 'assets', name)) }))
    .sort((a, b) => b.bytes - a.bytes);
  for (const { name, bytes } of sizes.slice(0, mostListed))
    console.log(`  ${kilobytes(bytes).toFixed(1)} kB ${name}`);
  const small = sizes.filter(({ bytes }) => bytes < smallBytes);
  console.log(`${sizes.length} scripts, ${small.length} of them below ${smallBytes} B`);
}

/** n8n publishes its built editor without a manifest: the imports are read in the files. */
function printPeer() {
  const folder = mkdtempSync(join(tmpdir(), 'flowledger-peer-'));
  try {
    execFileSync('npm', ['pack', '--silent', 'n8n-editor-ui@2.41.0'], { cwd: folder });
    const [archive] = readdirSync(folder);
    execFileSync('tar', ['xzf', archive], { cwd: folder });
    const dist = join(folder, 'package/dist');
    const html = readFileSync(join(dist, 'index.html'), 'utf8');
    const found = new Set();
    const visit = (file) => {
      if (found.has(file)) return;
      found.add(file);
      const text = readFileSync(join(dist, 'assets', file), 'utf8');
      for (const [, next] of text.matchAll(
        /(?:^|[;}\s])import\s*(?:[^"'();]*?from\s*)?["']\.\/([^"']+\.js)["']/g,
      ))
        visit(next);
    };
    for (const [, file] of html.matchAll(/(?:src|href)="[^"]*assets\/([^"]+\.js)"/g)) visit(file);
    const bytes = [...found].reduce((sum, file) => sum + gzipBytes(join(dist, 'assets', file)), 0);
    console.log(
      `n8n-editor-ui 2.41.0: ${kilobytes(bytes).toFixed(0)} kB gzip, ${found.size} files`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const manifest = json(join(built, '.vite/manifest.json'));
const budget = json(join(root, 'apps/dashboard/budget.json'));
const problems = Object.entries(budget.routes).flatMap(([route, limits]) =>
  checkRoute(manifest, 'index.html', route, limits, budget.forbiddenBeforeFirstPaint),
);
problems.push(...checkTotal(budget.total));
if (process.argv.includes('--files')) printFiles();
if (process.argv.includes('--peer')) printPeer();
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
