/**
 * The product at a released commit, and as it may be one release from now, built next to the
 * current one for upgrade and rollback tests. The older build needs git and the history: a shallow
 * clone or an archive has neither.
 */
import type { ReceivedRecord } from '@libs/event-log';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

function run(command: string, args: readonly string[], cwd: string): void {
  // A copy lacks the lockfile, and needs no pages.
  const env = { ...process.env, DASHBOARD: 'off' };
  const { status, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}

/** Commits by release, oldest first. */
const releases = JSON.parse(
  readFileSync(join(root, 'test/histories/releases.json'), 'utf8'),
) as Readonly<Record<string, string>>;

/** The commit of the newest release; null if this checkout does not have it. */
export function latestRelease(): string | null {
  const commit = Object.values(releases).at(-1) ?? '';
  const { status } = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root });
  return status === 0 ? commit : null;
}

export interface Build {
  /** Contains its `dist`; uses the dependencies of this checkout. */
  readonly directory: string;
  remove(): void;
}

function build(directory: string): Build {
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  run(process.execPath, ['scripts/build.mjs', '--force'], directory);
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

export function buildRelease(commit: string): Build {
  const directory = mkdtempSync(join(tmpdir(), 'flowledger-release-'));
  const archive = join(directory, 'source.tar');
  run('git', ['archive', '--output', archive, commit], root);
  run('tar', ['-xf', archive, '-C', directory], root);
  return build(directory);
}

/** The inputs of a build, without the tests. */
const sources = ['apps', 'examples', 'libs', 'schemas', 'scripts', '.swcrc', 'package.json'];
/** Any number above all existing releases and ids. */
const laterRelease = 1_000;

/**
 * Gives the schemas a field and an id that this checkout does not know, like a release with schema
 * changes.
 */
function changeSchemas(directory: string, files: readonly string[]): void {
  const schemas = join(directory, 'schemas');
  // For the later build, this checkout's schemas are the previous release.
  const isSchema = (path: string): boolean => !path.startsWith(join(schemas, 'released'));
  const released = join(directory, 'schemas.released');
  cpSync(schemas, released, { recursive: true, filter: isSchema });
  cpSync(released, join(schemas, 'released', String(laterRelease)), { recursive: true });
  const ids = JSON.parse(readFileSync(join(schemas, 'ids.json'), 'utf8')) as Record<string, number>;
  for (const file of files) {
    const path = join(schemas, `${file}.avsc`);
    const schema = JSON.parse(readFileSync(path, 'utf8')) as { fields: object[] };
    const field = { name: 'sinceThen', type: 'string', default: '', doc: 'Of the later release.' };
    writeFileSync(path, JSON.stringify({ ...schema, fields: [...schema.fields, field] }));
    ids[file] = laterRelease + (ids[file] ?? 0);
  }
  writeFileSync(join(schemas, 'ids.json'), JSON.stringify(ids));
  run(process.execPath, ['scripts/generate-types.mjs'], directory);
}

/**
 * Converts a record of a later build to this checkout's format: drops the last field, which is
 * empty.
 */
export function inThisForm(record: ReceivedRecord): ReceivedRecord {
  const { topic, partition, offset, key, value, headers, timestampMs } = record;
  if (value === null || value.readInt32BE(1) <= laterRelease) return record;
  const former = Buffer.from(value.subarray(0, -1));
  former.writeInt32BE(value.readInt32BE(1) - laterRelease, 1);
  return { topic, partition, offset, key, value: former, headers, timestampMs };
}

/**
 * This checkout as if it were one release later.
 * @param changed files in schemas/, without extension, whose records it writes in a changed format
 */
export function buildLater(changed: readonly string[]): Build {
  const directory = mkdtempSync(join(tmpdir(), 'flowledger-later-'));
  for (const source of sources)
    cpSync(join(root, source), join(directory, source), { recursive: true });
  changeSchemas(directory, changed);
  return build(directory);
}
