/**
 * The key that wraps every workspace's data key: from MASTER_KEY, else from `$DATA_DIR/master.key`,
 * which is created when absent. Several processes may start on one data directory at once: the file
 * appears whole or not at all, and all processes read the same key.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { MasterKeys } from './envelope.js';

const keyBytes = 32;

export interface MasterKeySource {
  readonly MASTER_KEY: { reveal(): string } | undefined;
  /** The previous key, while a rotation is in progress. */
  readonly MASTER_KEY_PREVIOUS?: { reveal(): string } | undefined;
  readonly DATA_DIR: string;
}

export interface MasterKey {
  /** 32 bytes each; data keys are wrapped with the first. */
  readonly keys: MasterKeys;
  /** Path of the file when this call created it: tell the operator to keep it. */
  readonly madeAt: string | null;
}

/** The master key can't be used; the message says what to do. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}

function decode(text: string, place: string): Buffer {
  const bytes = Buffer.from(text.trim(), 'base64');
  if (bytes.length !== keyBytes)
    throw new MasterKeyError(`${place} must hold ${keyBytes} bytes in base64`);
  return bytes;
}

function readIfThere(path: string): Buffer | null {
  try {
    return decode(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The key file must be on disk, name included, before the key wraps anything. Otherwise a power cut
 * could lose the key and keep the data that it wrapped.
 */
function flushDirectory(path: string): void {
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

/** @returns false when another process created the file first */
function makeFile(path: string): boolean {
  const temporary = `${path}.${randomUUID()}`;
  writeFileSync(temporary, `${randomBytes(keyBytes).toString('base64')}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  try {
    // A hard link fails when the name exists, so the first process wins with a complete file.
    linkSync(temporary, path);
    flushDirectory(dirname(path));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

const keysOf = (current: Buffer, { MASTER_KEY_PREVIOUS }: MasterKeySource): MasterKeys =>
  MASTER_KEY_PREVIOUS === undefined
    ? [current]
    : [current, decode(MASTER_KEY_PREVIOUS.reveal(), 'MASTER_KEY_PREVIOUS')];

/** @throws MasterKeyError when the configured or stored key is not 32 bytes in base64 */
export function loadMasterKey(source: MasterKeySource): MasterKey {
  if (source.MASTER_KEY !== undefined) {
    return { keys: keysOf(decode(source.MASTER_KEY.reveal(), 'MASTER_KEY'), source), madeAt: null };
  }
  const path = join(source.DATA_DIR, 'master.key');
  const kept = readIfThere(path);
  if (kept !== null) return { keys: keysOf(kept, source), madeAt: null };
  mkdirSync(source.DATA_DIR, { recursive: true, mode: 0o700 });
  const made = makeFile(path);
  const bytes = readIfThere(path);
  if (bytes === null) throw new MasterKeyError(`${path} could not be read after it was made`);
  return { keys: keysOf(bytes, source), madeAt: made ? path : null };
}
