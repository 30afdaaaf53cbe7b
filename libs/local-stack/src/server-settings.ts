/** Settings that a server's directory keeps between starts, so that its address stays the same. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ServerSettings {
  readonly ports: readonly number[];
  /** Password of the superuser; only Postgres has one. */
  readonly password?: string;
}

const fileName = 'settings.json';

/** An unreadable or foreign file counts as none: all but a password can be chosen again. */
export function readSettings(dir: string): ServerSettings | undefined {
  try {
    const value = JSON.parse(readFileSync(join(dir, fileName), 'utf8')) as ServerSettings;
    return Array.isArray(value.ports) ? value : undefined;
  } catch {
    return undefined;
  }
}

export async function writeSettings(dir: string, settings: ServerSettings): Promise<void> {
  await writeFile(join(dir, fileName), `${JSON.stringify(settings)}\n`, { mode: 0o600 });
}
