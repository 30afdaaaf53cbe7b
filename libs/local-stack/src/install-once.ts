/**
 * The per-user cache for downloads that every checkout and run shares. A directory is installed
 * into it exactly once, however many processes ask at the same time. The holder of the claim fills
 * it under a temporary name and then renames it, so a directory under its final name is complete.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
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

/** `FLOWLEDGER_CACHE_DIR`, else `flowledger` under `XDG_CACHE_HOME` or `~/.cache`. */
export function cacheDirOf(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  const own = env['FLOWLEDGER_CACHE_DIR'];
  if (own !== undefined && own !== '') return resolve(own);
  const xdg = env['XDG_CACHE_HOME'];
  return join(xdg !== undefined && xdg !== '' ? xdg : join(home, '.cache'), 'flowledger');
}

export async function ensureCacheDir(): Promise<string> {
  const dir = cacheDirOf(process.env, homedir());
  await mkdir(dir, { recursive: true });
  return dir;
}
