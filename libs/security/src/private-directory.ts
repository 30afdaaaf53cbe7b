/**
 * Closes a data directory to other users of the machine. Only a directory that holds nothing but
 * our entries is changed: another one, such as a home directory or /tmp, may have to stay open.
 */
import { constants } from 'node:fs';
import { chmod, mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Group and others. */
const forOthers = 0o077;
const permissions = 0o7777;

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** What the apps and the local stack keep in DATA_DIR, and their drafts. */
const ownEntry = new RegExp(
  `^(?:kafka|postgres|members|runners|demo\\.json|lost\\+found|(?:credentials\\.json|master\\.key|stack\\.lock)(?:\\.${uuid})?)$`,
);

/**
 * `private`: it was closed to others. `closed`: it is now, with all that it holds. `shared`: it
 * holds other entries too, `foreign`: it belongs to another user; neither is changed.
 */
export type DirectoryPrivacy = 'private' | 'closed' | 'shared' | 'foreign';

/** Creates the directory if it is missing. */
export async function closeDirectory(dir: string): Promise<DirectoryPrivacy> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const { mode, uid } = await stat(dir);
  if ((mode & forOthers) === 0) return 'private';
  if (uid !== process.getuid?.()) return 'foreign';
  const entries = await readdir(dir);
  if (!entries.every((name) => ownEntry.test(name))) return 'shared';
  // First: from here on no other user can exchange a file below for a link.
  await chmod(dir, mode & permissions & ~forOthers);
  await closeBelow(dir);
  return 'closed';
}

async function closeBelow(dir: string): Promise<void> {
  for (const entry of await readdir(dir, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile() && !entry.isDirectory()) continue;
    const path = join(dir, entry.name);
    await closeOne(path);
    if (entry.isDirectory()) await closeBelow(path);
  }
}

/** Leaves entries of other users, such as the data of a Postgres with an account of its own. */
async function closeOne(path: string): Promise<void> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path, flags).catch(() => null);
  if (handle === null) return;
  try {
    const { mode, uid } = await handle.stat();
    if (uid === process.getuid?.() && (mode & forOthers) !== 0)
      await handle.chmod(mode & permissions & ~forOthers);
  } finally {
    await handle.close();
  }
}
