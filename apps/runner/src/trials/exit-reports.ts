/**
 * Records how this process ended, for its next start. V8 writes a report on a fatal error or an
 * uncaught exception. The parent of `npm start` records a signal that the process caused itself
 * (scripts/note-exit.mjs). A kill from outside leaves neither.
 */
import type { Database } from '@libs/persistence';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { forgetOldExitsSql, forgetOldTrialsSql, noteExitSql } from './trials.sql.js';

/** `<runner id>.fatal.json` by V8, `.exit.json` by the parent, `.pid` by the runner. */
const reportName = /^([0-9a-f-]{36})\.(fatal|exit)\.json$/;
const pidName = /\.pid$/;
const longestCause = 200;

interface Parts {
  readonly database: Pick<Database, 'pool'>;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /** Directory of these files, in DATA_DIR. */
  readonly directory: string;
  readonly runnerId: string;
}

export class ExitReports {
  constructor(private readonly parts: Parts) {}

  /** Asks V8 for a report without environment and addresses, which may hold secrets. */
  async arm(): Promise<void> {
    const { directory, runnerId } = this.parts;
    await mkdir(directory, { recursive: true, mode: 0o700 });
    Object.assign(process.report, {
      directory,
      filename: `${runnerId}.fatal.json`,
      compact: true,
      excludeEnv: true,
      excludeNetwork: true,
      reportOnFatalError: true,
      reportOnUncaughtException: true,
    });
    await writeFile(join(directory, `${runnerId}.pid`), String(process.pid));
  }

  /**
   * Tells all runners how earlier processes of this directory ended.
   * @throws when Postgres is unavailable
   */
  async publish(): Promise<void> {
    const { directory, database, logger } = this.parts;
    for (const name of await readdir(directory).catch(() => [])) {
      const [, runnerId] = reportName.exec(name) ?? [];
      if (pidName.test(name)) await this.#dropStale(name);
      if (runnerId === undefined) continue;
      const cause = causeIn(await readFile(join(directory, name), 'utf8'));
      await database.pool.query(noteExitSql, [runnerId, cause]);
      logger.error(
        { code: 'RUNNER_ENDED_BY_ITSELF', runnerId, cause },
        'An earlier runner ended by a fault of its own',
      );
      await rm(join(directory, name), { force: true });
    }
    await database.pool.query(forgetOldExitsSql);
    await database.pool.query(forgetOldTrialsSql);
  }

  async disarm(): Promise<void> {
    const { directory, runnerId } = this.parts;
    await rm(join(directory, `${runnerId}.pid`), { force: true });
  }

  async #dropStale(name: string): Promise<void> {
    const path = join(this.parts.directory, name);
    const pid = Number(await readFile(path, 'utf8'));
    try {
      process.kill(pid, 0);
    } catch {
      await rm(path, { force: true });
    }
  }
}

/** A report may be cut off, because the process was ending. */
function causeIn(text: string): string {
  const [, event] = /"event":\s*"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  return (event ?? 'a fatal error').slice(0, longestCause);
}
