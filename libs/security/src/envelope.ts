/**
 * Envelope encryption: one data key per workspace, wrapped by the master key. Values are sealed
 * with AES-256-GCM under the data key. The additional data binds a sealed value to its location, so
 * a ciphertext that is moved to another row does not open.
 * Layout: version (1 byte) | nonce (12) | tag (16) | ciphertext.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = 1 + nonceBytes + tagBytes;
const keyBytes = 32;
const algorithm = 'aes-256-gcm';
const wrapPurpose = Buffer.from('flowledger:data-key');

export type SealErrorCode = 'UNKNOWN_VERSION' | 'NOT_AUTHENTIC' | 'OTHER_MASTER_KEY';

/** A sealed value does not open: damaged, from another location, or sealed with another key. */
export class SealError extends Error {
  override readonly name = 'SealError';
  constructor(
    readonly code: SealErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

function sealBytes(key: Buffer, plaintext: Buffer, aad: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce);
  cipher.setAAD(aad);
  const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), body]);
}

function openBytes(key: Buffer, sealed: Buffer, aad: Buffer): Buffer {
  if (sealed[0] !== version) {
    throw new SealError(
      'UNKNOWN_VERSION',
      'The sealed value has a version that this release does not support',
    );
  }
  if (sealed.length < headerBytes)
    throw new SealError('NOT_AUTHENTIC', 'The sealed value is incomplete');
  const nonce = sealed.subarray(1, 1 + nonceBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(aad);
  decipher.setAuthTag(sealed.subarray(1 + nonceBytes, headerBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headerBytes)), decipher.final()]);
  } catch (cause) {
    throw new SealError(
      'NOT_AUTHENTIC',
      'The sealed value cannot be opened with this key in this context',
      { cause },
    );
  }
}

/** 32 random bytes. */
export const newDataKey = (): Buffer => randomBytes(keyBytes);

/** A data key, encrypted for storage. */
export const wrapKey = (master: Buffer, dataKey: Buffer): Buffer =>
  sealBytes(master, dataKey, wrapPurpose);

/** The current key first; the others only open data keys that were wrapped before a rotation. */
export type MasterKeys = readonly [Buffer, ...Buffer[]];

/** @throws SealError OTHER_MASTER_KEY when the key was wrapped by another master key */
export function unwrapKey(master: Buffer | MasterKeys, wrapped: Buffer): Buffer {
  let cause: unknown;
  for (const key of Buffer.isBuffer(master) ? [master] : master) {
    try {
      return openBytes(key, wrapped, wrapPurpose);
    } catch (error) {
      cause ??= error;
    }
  }
  const message = 'The data key was wrapped by another master key';
  throw new SealError('OTHER_MASTER_KEY', message, { cause });
}

/** @param aad where the value belongs, e.g. workspace and purpose; opening needs the same text */
export const seal = (key: Buffer, plaintext: string, aad: string): Buffer =>
  sealBytes(key, Buffer.from(plaintext, 'utf8'), Buffer.from(aad, 'utf8'));

/**
 * @throws SealError when the value is damaged, or sealed for another location or with another key
 */
export const open = (key: Buffer, sealed: Buffer, aad: string): string =>
  openBytes(key, sealed, Buffer.from(aad, 'utf8')).toString('utf8');
