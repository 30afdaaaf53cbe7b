/**
 * Two signatures over the same bytes: our own and that of Standard Webhooks, so that off-the-shelf
 * verifiers work unchanged. Every active secret signs, so that a rotation has an overlap. Pure.
 */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const maxCachedKeys = 1_000;

/**
 * Creating a key costs as much as signing (measured: 6 % of a delivery's CPU), and secrets are few.
 */
function cachedKeys(bytesOf: (secret: string) => Buffer): (secret: string) => KeyObject {
  const keys = new LRUCache<string, KeyObject>({ max: maxCachedKeys });
  return (secret) => {
    let key = keys.get(secret);
    if (key === undefined) {
      key = createSecretKey(bytesOf(secret));
      keys.set(secret, key);
    }
    return key;
  };
}

const hmac = (key: KeyObject, signed: string, body: Buffer): Buffer =>
  createHmac('sha256', key).update(signed).update(body).digest();

const ownKey = cachedKeys((secret) => Buffer.from(secret));

/**
 * `t=<ms>,v1=<hex>[,v1=<hex>]`; HMAC-SHA256 over `<ms>.<raw body>`. Key: the secret's UTF-8 bytes.
 * @param secrets the current one first, at least one
 */
export function ownSignature(
  secrets: readonly string[],
  timestampMs: number,
  body: Buffer,
): string {
  const parts = secrets.map(
    (secret) => `v1=${hmac(ownKey(secret), `${timestampMs}.`, body).toString('hex')}`,
  );
  return [`t=${timestampMs}`, ...parts].join(',');
}

/** The part of a `whsec_` secret after the prefix is base64; any other secret is used as it is. */
const standardKey = cachedKeys((secret) =>
  secret.startsWith('whsec_')
    ? Buffer.from(secret.slice('whsec_'.length), 'base64')
    : Buffer.from(secret),
);

/** `v1,<base64>[ v1,<base64>]`; HMAC-SHA256 over `<id>.<s>.<raw body>`. */
export function standardSignature(
  secrets: readonly string[],
  id: string,
  timestampS: number,
  body: Buffer,
): string {
  return secrets
    .map(
      (secret) =>
        `v1,${hmac(standardKey(secret), `${id}.${timestampS}.`, body).toString('base64')}`,
    )
    .join(' ');
}
