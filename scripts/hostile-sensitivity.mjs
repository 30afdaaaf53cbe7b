/**
 * `node scripts/hostile-sensitivity.mjs [--seconds S --seed N] COMMIT…`: takes each commit back alone, in a worktree of its own with a
 * build of its own, and runs the random attacks against that. A remedy that is missing must be found. The last line counts.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runChild } from './run-child.mjs';
import { root, setUp } from './set-up.mjs';

const { values, positionals: commits } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '28' },
    seconds: { type: 'string', default: '300' },
  },
});
const node = setUp();

function git(cwd, ...args) {
  const { status } = spawnSync('git', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed`);
}

/** @returns whether the attacks found anything */
async function isFoundWithout(commit) {
  const parent = mkdtempSync(join(tmpdir(), 'flowledger-without-'));
  const worktree = join(parent, 'worktree');
  git(root, 'worktree', 'add', '--detach', worktree, 'HEAD');
  try {
    git(worktree, 'revert', '--no-commit', commit);
    symlinkSync(join(root, 'node_modules'), join(worktree, 'node_modules'));
    const args = ['--only', 'random', '--seconds', values.seconds, '--seed', values.seed];
    return (await runChild(node, [join(worktree, 'scripts/hostile.mjs'), ...args])) !== 0;
  } finally {
    git(root, 'worktree', 'remove', '--force', worktree);
    rmSync(parent, { recursive: true, force: true });
  }
}

const found = [];
for (const commit of commits) {
  if (await isFoundWithout(commit)) found.push(commit);
  console.log(`without ${commit}: ${found.includes(commit) ? 'found' : 'NOT FOUND'}`);
}
console.log(`${found.length} of ${commits.length} missing remedies were found`);
process.exitCode = found.length === commits.length && commits.length > 0 ? 0 : 1;
