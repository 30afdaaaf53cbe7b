/**
 * A file that names the process that owns a data directory or a download in progress. Released by
 * unlinking. A claim whose process has ended does not count, so a SIGKILL never blocks the next
 * start.
 */
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, isRunning, parseIdentity, type ProcessIdentity } from './process-identity.js';

export interface Claim {
  release(): void;
}

export type ClaimResult = { readonly claim: Claim } | { readonly owner: ProcessIdentity };

function readOwner(path: string): ProcessIdentity | undefined {
  try {
    return parseIdentity(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Takes the claim, or returns the living process that has it. The directory must exist. */
export function tryClaim(path: string): ClaimResult {
  const self = identify(process.pid);
  if (self === undefined) throw new Error('cannot read the start time of this process');
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, JSON.stringify(self));
  try {
    for (;;) {
      try {
        // link() fails when the target exists, and the file is never seen without its content.
        linkSync(draft, path);
        return { claim: { release: () => remove(path) } };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const owner = readOwner(path);
      if (owner !== undefined && isRunning(owner)) return { owner };
      remove(path);
    }
  } finally {
    remove(draft);
  }
}

/** Waits until the claim is ours. */
export async function claim(
  path: string,
  onWait: (owner: ProcessIdentity) => void,
): Promise<Claim> {
  for (let waited = false; ; waited = true) {
    const result = tryClaim(path);
    if ('claim' in result) return result.claim;
    if (!waited) onWait(result.owner);
    await sleep(200);
  }
}
