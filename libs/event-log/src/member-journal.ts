/**
 * Which group members this process is, in a file that outlives it. Kafka keeps the partitions of a killed process back until its
 * session times out; the next process on the same machine finds the file and leaves the groups in its name, so that a restart costs
 * its own start and no session. Static membership (KIP-345) would do this too, but kafkajs does not have it.
 *
 * Best effort: without the file, or with one that can't be read or written, the session timeout decides as ever.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { silentLogger, type EventLogLogger } from './options.js';

export interface MemberJournal {
  /** Notes what this process is in the group; an empty id: a member no more. */
  note(groupId: string, memberId: string): void;
  /** Members of the group whose processes have ended; each is told once. */
  takeDead(groupId: string): readonly string[];
}

interface Entry {
  readonly host: string;
  readonly pid: number;
  /** Group id to member id. */
  readonly members: Readonly<Record<string, string>>;
}

function isEntry(value: unknown): value is Entry {
  const { host, pid, members } = (value ?? {}) as Partial<Entry>;
  return typeof host === 'string' && typeof pid === 'number' && typeof members === 'object';
}

/** Of this machine, and gone. Our own pid is never ours: it belonged to a process before us, as in a restarted container. */
function isDead({ host, pid }: Entry): boolean {
  if (host !== hostname()) return false;
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/**
 * @param directory of the journal's files, one for each process
 * @param name of the application: a process leaves only in the name of its own kind
 */
export function fileMemberJournal(
  directory: string,
  name: string,
  log: EventLogLogger = silentLogger,
): MemberJournal {
  const path = join(directory, `${name}-${hostname()}-${process.pid}.json`);
  const members = new Map<string, string>();
  const attempt = (what: string, act: () => void): void => {
    try {
      act();
    } catch (error) {
      log.debug({ err: error, path: directory }, `the journal of group members: ${what}`);
    }
  };
  const dead = new Map<string, string[]>();
  const takeFile = (file: string): void => {
    const entry: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isEntry(entry) || !isDead(entry)) return;
    for (const [groupId, memberId] of Object.entries(entry.members))
      dead.set(groupId, [...(dead.get(groupId) ?? []), memberId]);
    rmSync(file);
  };
  attempt('nothing to read', () => {
    for (const file of readdirSync(directory)) {
      if (file.startsWith(`${name}-`)) attempt('unreadable', () => takeFile(join(directory, file)));
    }
  });
  return {
    takeDead(groupId) {
      const found = dead.get(groupId) ?? [];
      dead.delete(groupId);
      return found;
    },
    note(groupId, memberId) {
      if (memberId === (members.get(groupId) ?? '')) return;
      if (memberId === '') members.delete(groupId);
      else members.set(groupId, memberId);
      attempt('not written', () => {
        if (members.size === 0) rmSync(path, { force: true });
        else {
          const entry: Entry = {
            host: hostname(),
            pid: process.pid,
            members: Object.fromEntries(members),
          };
          mkdirSync(directory, { recursive: true });
          writeFileSync(path, JSON.stringify(entry));
        }
      });
    },
  };
}
