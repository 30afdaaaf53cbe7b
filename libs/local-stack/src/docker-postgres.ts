/**
 * PostgreSQL 18 in a container, on a host port that we choose so that a restart keeps the address.
 */
import { randomBytes } from 'node:crypto';
import {
  containerHost,
  manageContainer,
  postgresImage,
  publishing,
  removeLeftovers,
  testcontainers,
} from './docker-engine.js';
import { volumeName } from './docker-kafka.js';
import { makeServerDirectory } from './data-directory.js';
import {
  databaseName,
  databaseUser,
  type PostgresServer,
  type ServerOptions,
} from './managed-server.js';
import { readSettings, writeSettings } from './server-settings.js';
import { freePorts } from './tcp-ports.js';

const readyText = 'database system is ready to accept connections';
const startAttempts = 3;

/** @throws Docker's error, when the container can't be started */
export async function startDockerPostgres(options: ServerOptions): Promise<PostgresServer> {
  await removeLeftovers(options.log);
  if (!options.fresh) await makeServerDirectory(options.dir);
  const known = options.fresh ? undefined : readSettings(options.dir);
  const password = known?.password ?? randomBytes(18).toString('base64url');
  if (!options.fresh) await writeSettings(options.dir, { ports: known?.ports ?? [], password });
  for (let attempt = 1; ; attempt += 1) {
    const [port = 0] = await freePorts(1, attempt > 1 ? [] : known?.ports);
    try {
      const server = await run(options, port, password);
      if (!options.fresh) await writeSettings(options.dir, { ports: [port], password });
      return server;
    } catch (error) {
      if (
        attempt === startAttempts ||
        !/port is already allocated|address already in use/i.test(String(error))
      )
        throw error;
    }
  }
}

async function run(
  options: ServerOptions,
  port: number,
  password: string,
): Promise<PostgresServer> {
  const { Wait } = await testcontainers();
  const settings = [
    'max_connections=200',
    ...(options.fresh ? ['fsync=off', 'full_page_writes=off'] : []),
  ];
  const container = (await publishing(postgresImage, { container: 5432, host: port }))
    .withEnvironment({
      POSTGRES_USER: databaseUser,
      POSTGRES_PASSWORD: password,
      POSTGRES_DB: databaseName,
      POSTGRES_INITDB_ARGS: '--locale-provider=builtin --builtin-locale=C.UTF-8',
    })
    .withCommand(['postgres', ...settings.flatMap((setting) => ['-c', setting])])
    // The text alone would also match the temporary server of the initialisation.
    .withWaitStrategy(
      Wait.forAll([
        Wait.forSuccessfulCommand('pg_isready -h 127.0.0.1'),
        Wait.forLogMessage(readyText),
      ]),
    )
    .withStartupTimeout(120_000);
  if (!options.fresh) {
    // The 18 image refuses a volume at …/data: its data directory has the version in its path.
    container.withBindMounts([{ source: volumeName(options.dir), target: '/var/lib/postgresql' }]);
  }
  const server = await manageContainer(await container.start(), {
    ...options,
    name: 'PostgreSQL',
    readyText,
  });
  return Object.assign(server, {
    databaseUrl: `postgres://${databaseUser}:${password}@${await containerHost()}:${port}/${databaseName}`,
  });
}
