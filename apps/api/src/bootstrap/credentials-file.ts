/** `$DATA_DIR/credentials.json`: lets local programs find the service. Owner-readable only. */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Credentials {
  readonly apiKey: string;
  readonly workspaceId: string;
  readonly baseUrl: string;
  /** Comma-separated host:port, as KAFKA_BROKERS. */
  readonly kafkaBrokers: string;
  readonly schemaRegistryUrl: string;
  readonly databaseUrl: string;
}

export const credentialsPath = (dataDir: string): string => join(dataDir, 'credentials.json');

/** Null when the file is missing or can't be parsed. */
export function readKeptApiKey(dataDir: string): string | null {
  try {
    const { apiKey } = JSON.parse(readFileSync(credentialsPath(dataDir), 'utf8')) as {
      apiKey?: unknown;
    };
    return typeof apiKey === 'string' ? apiKey : null;
  } catch {
    return null;
  }
}

/** Replaces the file atomically, so a reader never sees half of it. */
export function writeCredentials(dataDir: string, credentials: Credentials): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = credentialsPath(dataDir);
  const temporary = `${path}.${randomUUID()}`;
  writeFileSync(temporary, `${JSON.stringify(credentials, null, 2)}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  chmodSync(temporary, 0o600);
  renameSync(temporary, path);
}
