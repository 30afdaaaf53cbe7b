/**
 * The demo's port and signing secret, kept in the data directory for later starts, and its trigger
 * URL for the printed lines.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DemoSettings {
  readonly port: number;
  readonly secret: string;
  /** Absent until the demo workflow is made. */
  readonly triggerUrl?: string;
}

const fileOf = (dataDir: string): string => join(dataDir, 'demo.json');

export function readDemoSettings(dataDir: string): DemoSettings {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as DemoSettings;
  } catch {
    return { port: 0, secret: `whsec_${randomBytes(32).toString('base64')}` };
  }
}

export function writeDemoSettings(dataDir: string, settings: DemoSettings): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(fileOf(dataDir), `${JSON.stringify(settings)}\n`, { mode: 0o600 });
}
