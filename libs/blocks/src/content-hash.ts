import { createHash } from 'node:crypto';
import { canonicalJson } from '@libs/workflow';

/**
 * SHA-256 of the canonical JSON, hex. Here and not in libs/workflow, which browsers load too.
 */
export const contentHashOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex');
