/**
 * Postgres refuses to run as root: as root we start it under another account, without creating one.
 */
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { runCommand } from './run-command.js';
import { StackError } from './stack.errors.js';

export interface Account {
  /** Undefined means our own account. */
  readonly uid: number | undefined;
  readonly gid: number | undefined;
  /** The command as it must be spawned for this account. */
  wrap(command: string, args: readonly string[]): AccountCommand;
}

interface AccountCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly uid: number | undefined;
  readonly gid: number | undefined;
}

/** `nobody` is the second choice: it exists everywhere, so the machine needs no change. */
const candidates = ['postgres', 'nobody'];

/**
 * @param paths files and directories that the account must be able to reach
 * @throws StackError postgres_start_failed
 */
export async function postgresAccount(paths: readonly string[]): Promise<Account> {
  if (process.getuid?.() !== 0) {
    return {
      uid: undefined,
      gid: undefined,
      wrap: (command, args) => ({ command, args, uid: undefined, gid: undefined }),
    };
  }
  for (const name of candidates) {
    const [uid, gid] = [await id('-u', name), await id('-g', name)];
    if (uid === undefined || gid === undefined) continue;
    const closed = paths.find((path) => !isReachable(path, uid, gid));
    if (closed === undefined) {
      return { uid, gid, wrap: (command, args) => ({ command, args, uid, gid }) };
    }
    return { uid, gid, wrap: await throughClosedDirectories(closed, uid, gid) };
  }
  throw new StackError(
    'postgres_start_failed',
    'PostgreSQL refuses to run as root: run this as another user.',
  );
}

async function id(flag: '-u' | '-g', name: string): Promise<number | undefined> {
  const { code, output } = await runCommand('id', [flag, name]);
  const found = Number.parseInt(output, 10);
  return code === 0 && Number.isInteger(found) ? found : undefined;
}

/** Whether the account may enter all directories above the path; under /root it usually may not. */
function isReachable(path: string, uid: number, gid: number): boolean {
  for (let dir = dirname(path); ; dir = dirname(dir)) {
    const { mode, uid: owner, gid: group } = statSync(dir);
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (dir === dirname(dir)) return true;
  }
}

/** Either passes closed directories. The first writes nothing, but many containers lack it. */
const passes = ['dac_read_search', 'dac_override'];

/** Keeps one capability of root, to pass directories of root; the account stays an ordinary one. */
async function throughClosedDirectories(
  closed: string,
  uid: number,
  gid: number,
): Promise<Account['wrap']> {
  for (const capability of passes) {
    const flags = [
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      `--inh-caps=+${capability}`,
      `--ambient-caps=+${capability}`,
    ];
    if ((await runCommand('setpriv', [...flags, 'true'])).code !== 0) continue;
    return (command, args) => ({
      command: 'setpriv',
      args: [...flags, command, ...args],
      uid: undefined,
      gid: undefined,
    });
  }
  throw new StackError(
    'postgres_start_failed',
    `PostgreSQL refuses to run as root, and its account may not enter ${dirname(closed)}: run this as another user, or install setpriv (util-linux).`,
  );
}
