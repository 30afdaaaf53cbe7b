import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileMemberJournal } from './member-journal.js';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'members-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const leave = (file: string, entry: object): void =>
  writeFileSync(join(directory, file), JSON.stringify(entry));

describe('the journal of group members', () => {
  it('returns the members of an ended process of the same application once', async () => {
    const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(ended, 'exit');
    leave('runner-a.json', { host: hostname(), pid: ended.pid, members: { runners: 'old-1' } });
    leave('relay-a.json', { host: hostname(), pid: ended.pid, members: { runners: 'old-2' } });
    const journal = fileMemberJournal(directory, 'runner');
    expect(journal.takeDead('others')).toEqual([]);
    expect(journal.takeDead('runners')).toEqual(['old-1']);
    expect(journal.takeDead('runners')).toEqual([]);
    expect(readdirSync(directory)).toEqual(['relay-a.json']);
  });

  it('treats a file with its own pid as one of an earlier process', () => {
    leave('runner-a.json', { host: hostname(), pid: process.pid, members: { runners: 'old' } });
    expect(fileMemberJournal(directory, 'runner').takeDead('runners')).toEqual(['old']);
  });

  it('ignores live processes, other hosts and unreadable files', () => {
    leave('runner-a.json', { host: hostname(), pid: process.ppid, members: { runners: 'alive' } });
    leave('runner-b.json', { host: 'elsewhere', pid: 2 ** 30, members: { runners: 'unknown' } });
    writeFileSync(join(directory, 'runner-c.json'), 'half a fi');
    expect(fileMemberJournal(directory, 'runner').takeDead('runners')).toEqual([]);
    expect(readdirSync(directory)).toHaveLength(3);
  });

  it('stores current memberships, and works without a writable directory', () => {
    const journal = fileMemberJournal(join(directory, 'new'), 'runner');
    journal.note('runners', 'me');
    const [file] = readdirSync(join(directory, 'new'));
    expect(JSON.parse(readFileSync(join(directory, 'new', file ?? ''), 'utf8'))).toMatchObject({
      pid: process.pid,
      members: { runners: 'me' },
    });
    journal.note('runners', '');
    expect(readdirSync(join(directory, 'new'))).toEqual([]);
    const nowhere = fileMemberJournal('/dev/null/impossible', 'runner');
    expect(() => nowhere.note('runners', 'me')).not.toThrow();
  });
});
