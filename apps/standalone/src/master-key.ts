/**
 * `npm run master-key -- check|rotate|reset-lost --accept-losing-secrets`: see
 * docs/operations/master-key.md. MASTER_KEY is the new key, MASTER_KEY_PREVIOUS the previous one.
 */
import { ConfigError, loadConfig } from '@libs/config';
import {
  checkMasterKey,
  openDatabase,
  resetLostWorkspaces,
  rewrapWorkspaceKeys,
  type Database,
} from '@libs/persistence';
import { loadMasterKey, type MasterKeys } from '@libs/security';
import { localEnvironment } from './local-environment.js';

const usage = 'usage: npm run master-key -- check|rotate|reset-lost --accept-losing-secrets';
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** @returns exit code: 1 while none of the keys opens some workspace */
async function run(command: string, pool: Database['pool'], keys: MasterKeys): Promise<number> {
  if (command === 'rotate')
    say(`${await rewrapWorkspaceKeys(pool, keys)} workspace keys rewrapped`);
  if (command === 'reset-lost') {
    for (const id of await resetLostWorkspaces(pool, keys))
      say(`workspace ${id} has a new key; its secrets must be entered again`);
  }
  const { current, previous, lost } = await checkMasterKey(pool, keys);
  say(
    `${current} with the current key, ${previous} with the previous one, ${lost.length} unreadable`,
  );
  for (const id of lost) say(`lost: workspace ${id}`);
  return lost.length === 0 ? 0 : 1;
}

async function main(command: string): Promise<number> {
  // No Kafka is needed here, but the configuration requires one.
  const config = loadConfig({ KAFKA_BROKERS: 'unused:9092', ...(await localEnvironment()) });
  const { keys } = loadMasterKey(config);
  const database = await openDatabase({
    url: config.DATABASE_URL,
    poolSize: 2,
    applicationName: 'flowledger-master-key',
  });
  try {
    return await run(command, database.pool, keys);
  } finally {
    await database.close();
  }
}

const [command = '', consent] = process.argv.slice(2);
const understood =
  ['check', 'rotate'].includes(command) ||
  (command === 'reset-lost' && consent === '--accept-losing-secrets');
if (!understood) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  process.exitCode = await main(command).catch((error: unknown) => {
    process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
    return 1;
  });
}
