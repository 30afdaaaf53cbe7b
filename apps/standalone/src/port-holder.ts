/** Which process listens on a port of this machine: for the person who is told that it is taken. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

const listening = '0A';

/**
 * @param table of `/proc/net/tcp` or `/proc/net/tcp6`
 * @returns inodes of the sockets that listen on the port
 */
export function listeningInodes(table: string, port: number): readonly string[] {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    return state === listening && local.endsWith(end) ? [inode] : [];
  });
}

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** Processes of others can't be looked into. */
function hasSocket(pid: string, sockets: ReadonlySet<string>): boolean {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((name) => {
      try {
        return sockets.has(readlinkSync(`${folder}/${name}`));
      } catch {
        return false;
      }
    });
  } catch {
    return false;
  }
}

/** Of its command line: `comm` is the name of a thread. */
const programOf = (pid: string): string =>
  basename(textOf(`/proc/${pid}/cmdline`).split('\0', 1)[0] ?? '');

function holderOnLinux(port: number): string | null {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map(textOf);
  const inodes = tables.flatMap((table) => listeningInodes(table, port));
  const sockets = new Set(inodes.map((inode) => `socket:[${inode}]`));
  if (sockets.size === 0) return null;
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && hasSocket(name, sockets));
  return pid === undefined ? null : named(programOf(pid), pid);
}

function holderElsewhere(port: number): string | null {
  try {
    const args = ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'];
    const output = execFileSync('lsof', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [, pid] = /^p(\d+)$/m.exec(output) ?? [];
    const [, name = ''] = /^c(.+)$/m.exec(output) ?? [];
    return pid === undefined ? null : named(name, pid);
  } catch {
    return null;
  }
}

const named = (name: string, pid: string): string =>
  name === '' ? `process ${pid}` : `${name} (process ${pid})`;

/** `node (process 4711)`. Null: nobody does, or the process belongs to another user. */
export const holderOf = (port: number): string | null =>
  process.platform === 'linux' ? holderOnLinux(port) : holderElsewhere(port);
