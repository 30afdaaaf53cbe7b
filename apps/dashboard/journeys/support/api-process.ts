/**
 * A second api process on the Kafka and Postgres of the journeys' service. A journey may kill and
 * freeze it, while the first one keeps running what is run.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, startApp, stopAllApps } from '../../../../test/support/processes.js';
import { service } from './service.js';

export interface ApiProcess {
  readonly url: string;
  /** As a crash ends it. */
  kill(): Promise<void>;
  /** At the same address. */
  startAgain(): Promise<void>;
  /** It keeps its connections and says nothing. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

export async function startApiProcess(): Promise<ApiProcess> {
  const { dataDir, publicUrl } = service;
  const { kafkaBrokers = '', databaseUrl = '' } = JSON.parse(
    readFileSync(join(dataDir, 'credentials.json'), 'utf8'),
  ) as Record<string, string>;
  const port = String(await freePort());
  const start = () =>
    startApp('api', {
      ...{ PORT: port, DATA_DIR: dataDir, FLOWLEDGER_PUBLIC_URL: publicUrl },
      ...{ KAFKA_BROKERS: kafkaBrokers, DATABASE_URL: databaseUrl },
    });
  let running = await start();
  return {
    url: running.url,
    kill: () => running.kill('SIGKILL'),
    startAgain: async () => {
      running = await start();
    },
    freeze: () => void process.kill(running.pid, 'SIGSTOP'),
    thaw: () => void process.kill(running.pid, 'SIGCONT'),
    close: () => stopAllApps('SIGKILL'),
  };
}
