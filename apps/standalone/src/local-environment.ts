/** For tools: the shell's environment, completed from a stack that `npm start` runs. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The shell's values win; without `credentials.json` nothing is added. */
export async function localEnvironment(): Promise<Record<string, string | undefined>> {
  const file = join(process.env['DATA_DIR'] ?? '.data', 'credentials.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return process.env;
  const { kafkaBrokers, databaseUrl, baseUrl } = JSON.parse(text) as Record<string, string>;
  return {
    ...{ KAFKA_BROKERS: kafkaBrokers, DATABASE_URL: databaseUrl, FLOWLEDGER_PUBLIC_URL: baseUrl },
    ...process.env,
  };
}
