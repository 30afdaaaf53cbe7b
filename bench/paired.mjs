/** Two builds side by side: how a base is made, and how their paired differences are summed up. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../scripts/set-up.mjs';
import { intervalOf } from './interval.mjs';
import { node, onClose } from './product.mjs';

function run(command, args, cwd) {
  const env = { ...process.env, DASHBOARD: 'off' };
  const { status, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}

/** @returns {string} a directory with that commit, built, until closeAll() */
export function buildOf(commit) {
  const home = mkdtempSync(join(tmpdir(), 'flowledger-base-'));
  onClose(() => rmSync(home, { recursive: true, force: true }));
  run('git', ['archive', '--output', join(home, 'source.tar'), commit], root);
  run('tar', ['-xf', 'source.tar'], home);
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
  run(node, ['scripts/build.mjs', '--force'], home);
  return home;
}

/**
 * Measures the builds in turn. The first one alternates, so that a machine that slows down favours
 * neither.
 * @returns {Promise<[base: T, this: T][]>} of `measure`
 */
export async function measuredPairs(builds, pairs, measure) {
  const rows = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const row = {};
    for (const build of pair % 2 === 0 ? builds : [...builds].reverse())
      row[build.name] = await measure(build);
    rows.push([row.base, row.this]);
  }
  return rows;
}

/** @param {[base: number, this: number][]} rows CPU-ms */
export function summaryOf(rows) {
  const differences = rows.map(([old, now]) => (100 * (now - old)) / old);
  const { mean, low, high } = intervalOf(differences);
  const average = (index) => rows.reduce((sum, row) => sum + row[index], 0) / rows.length;
  return {
    'base CPU-ms': average(0).toFixed(3),
    'this CPU-ms': average(1).toFixed(3),
    'difference %': mean.toFixed(2),
    '95 % interval': `${low.toFixed(2)} to ${high.toFixed(2)}`,
  };
}
