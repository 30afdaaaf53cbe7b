/**
 * `$DATA_DIR/demo.json`: the receiver's port and secrets, kept for later starts, and where the demo
 * runs. The api reads it (apps/api/src/demo), as do the printed lines.
 */
import type { DemoFile } from '@apps/api';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is known before the demo is made; an earlier start may have left the rest. */
export interface DemoSettings extends Partial<DemoFile> {
  readonly port: number;
  readonly secret: string;
  readonly controlKey: string;
}

const fileOf = (dataDir: string): string => join(dataDir, 'demo.json');

function kept(dataDir: string): Partial<DemoSettings> {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Partial<DemoSettings>;
  } catch {
    return {};
  }
}

const newSecret = (): string => randomBytes(32).toString('base64');

export const readDemoSettings = (dataDir: string): DemoSettings => ({
  port: 0,
  secret: `whsec_${newSecret()}`,
  controlKey: newSecret(),
  ...kept(dataDir),
});

/** Replaces the file in one step: the api may read it at any time. */
export function writeDemoSettings(dataDir: string, settings: DemoSettings): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const temporary = `${fileOf(dataDir)}.${randomUUID()}`;
  writeFileSync(temporary, `${JSON.stringify(settings)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(temporary, fileOf(dataDir));
}
