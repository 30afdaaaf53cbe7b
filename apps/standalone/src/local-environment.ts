/** For tools: this shell's environment, completed by the stack that `npm start` runs in DATA_DIR, if any. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the shell says wins; without `credentials.json` nothing is added. */
export async function localEnvironment(): Promise<Record<string, string | undefined>> {
  const file = join(process.env['DATA_DIR'] ?? '.data', 'credentials.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return process.env;
  const { kafkaBrokers, databaseUrl } = JSON.parse(text) as Record<string, string>;
  return { KAFKA_BROKERS: kafkaBrokers, DATABASE_URL: databaseUrl, ...process.env };
}
