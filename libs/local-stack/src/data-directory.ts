/** Directories of the servers' data: closed to other users of the machine. */
import { closeDirectory, type DirectoryPrivacy } from '@libs/security';
import { chmod, mkdir } from 'node:fs/promises';
import type { Log } from './managed-server.js';

const notes: Readonly<Record<Exclude<DirectoryPrivacy, 'private'>, string>> = {
  closed: 'could be read by other users of this machine; now only its owner can',
  shared:
    'has entries that are not ours, so its mode stays as it is; set DATA_DIR to a directory of its own to close it to other users',
  foreign:
    'belongs to another user, so its mode stays as it is; set DATA_DIR to a directory of your own to close it to other users',
};

export async function makeDataDirectory(dir: string, log: Log): Promise<void> {
  const privacy = await closeDirectory(dir);
  if (privacy !== 'private') log(`${dir} ${notes[privacy]}`);
}

/** One server's directory, which is closed even if the data directory has to stay open. */
export async function makeServerDirectory(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  // Another user's directory is left to the server, whose message says more.
  await chmod(dir, 0o700).catch(() => undefined);
}
