/** Per-user cache for downloads that every checkout and run shares. */
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

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
