/** Payloads as people may see them: what is encrypted in the ledger shows as a mark, never as ciphertext. */
import { encryptedField } from '@libs/execution';

const secretMark = '[secret]';

export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (value === null || typeof value !== 'object') return value;
  if (Object.hasOwn(value, encryptedField)) return secretMark;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, masked(inner)]));
}
