/** Compiles the sources that are newer than their file in dist, as build.mjs compiles all. */
import { readdirSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const folders = ['apps', 'libs'];
/** Tests, and what Vite compiles. */
const leftOut = /spec\.ts$|^apps\/dashboard\//;

export const isCompiled = (file) => file.endsWith('.ts') && !leftOut.test(file);

const modifiedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function staleIn(root, dist) {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
    )
    .filter(isCompiled)
    .map((file) => ({ from: join(root, file), to: join(dist, file.replace(/ts$/, 'js')) }))
    .filter(({ from, to }) => modifiedAt(from) > modifiedAt(to));
}

/**
 * @returns {Promise<number>} how many files were compiled
 * @throws Error with the place of a syntax error
 */
export async function compileChanged(root) {
  const { transformFile } = await import('@swc/core');
  const stale = staleIn(root, join(root, 'dist'));
  const options = { cwd: root, configFile: join(root, '.swcrc'), sourceMaps: 'inline' };
  await Promise.all(
    stale.map(async ({ from, to }) => {
      const { code } = await transformFile(from, options);
      await mkdir(dirname(to), { recursive: true });
      await writeFile(to, code);
    }),
  );
  return stale.length;
}
