import { maxBlockOutputBytes } from '@libs/contracts';

/** Limits of author code when the author sets none. */
export const sandboxLimits = {
  timeoutMs: 5_000,
  memoryBytes: 64 * 1024 * 1024,
  maxResultLength: maxBlockOutputBytes,
} as const;
