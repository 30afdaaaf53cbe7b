import { maxBlockOutputBytes } from '@libs/contracts';

/** What author code may take when the author says nothing else. */
export const sandboxLimits = {
  timeoutMs: 5_000,
  memoryBytes: 64 * 1024 * 1024,
  maxResultLength: maxBlockOutputBytes,
} as const;
