/**
 * A file with this process' group memberships that outlives it. Kafka holds a killed process'
 * partitions back until its session times out. The next process on the same machine finds the file
 * and leaves the groups in its name, so a restart does not wait for the session. Static membership
 * (KIP-345) would do the same, but kafkajs lacks it. Best effort: without a readable or writable
 * file, the session timeout decides.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { silentLogger, type EventLogLogger } from './options.js';

export interface MemberJournal {
  /**
   * Notes this process' member id in the group; an empty id means that it is no longer a member.
   */
  note(groupId: string, memberId: string): void;
  /** Members of the group whose processes have ended; each is returned once. */
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

/**
 * True for an ended process of this machine. An entry with our own pid is from an earlier process,
 * as in a restarted container.
 */
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
 * @param directory holds the journal's files, one per process
 * @param name the application: a process leaves groups only for processes of the same application
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
          mkdirSync(directory, { recursive: true, mode: 0o700 });
          writeFileSync(path, JSON.stringify(entry), { mode: 0o600 });
        }
      });
    },
  };
}
