/**
 * The product as it was at a released commit, built beside the current one, for tests of upgrades. Needs git and the history:
 * a shallow clone or an archive has neither, and then there is no older one to run.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}

/** Commits by release, oldest first. */
const releases = JSON.parse(
  readFileSync(join(root, 'test/histories/releases.json'), 'utf8'),
) as Readonly<Record<string, string>>;

/** The commit of the newest release; null when this checkout does not have it. */
export function latestRelease(): string | null {
  const commit = Object.values(releases).at(-1) ?? '';
  const { status } = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root });
  return status === 0 ? commit : null;
}

export interface ReleasedBuild {
  /** Has `dist` of that commit, with the dependencies of the current one. */
  readonly directory: string;
  remove(): void;
}

export function buildRelease(commit: string): ReleasedBuild {
  const directory = mkdtempSync(join(tmpdir(), 'flowledger-release-'));
  const archive = join(directory, 'source.tar');
  run('git', ['archive', '--output', archive, commit], root);
  run('tar', ['-xf', archive, '-C', directory], root);
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  run(process.execPath, ['scripts/build.mjs', '--force'], directory);
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
