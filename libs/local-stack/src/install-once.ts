/**
 * Installs a directory into the cache exactly once, however many processes ask at the same time.
 * The holder of the claim fills it under a temporary name and then renames it, so a directory under
 * its final name is complete.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { claim } from './claim-file.js';
import type { Log } from './managed-server.js';

/**
 * @param target final directory; its parent must exist
 * @param fill writes the files into the directory it is given
 */
export async function installOnce(
  target: string,
  log: Log,
  fill: (dir: string) => Promise<void>,
): Promise<void> {
  if (existsSync(target)) return;
  const held = await claim(`${target}.lock`, (owner) => {
    log(`waiting for process ${owner.pid}, which is fetching ${basename(target)}`);
  });
  try {
    if (existsSync(target)) return;
    const draft = await mkdtemp(`${target}.tmp-`);
    try {
      await fill(draft);
      await rename(draft, target);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  } finally {
    held.release();
  }
}
