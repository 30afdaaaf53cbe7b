/** A copy of this checkout in which some texts are replaced, to see which tests notice. */
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './set-up.mjs';

const copied = [
  ...['apps', 'libs', 'schemas', 'scripts', 'test', 'bench', '.swcrc', 'jest.config.js'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'nest-cli.json'],
];

/**
 * @param edits [file, text, replacement]
 * @returns the copy's directory, for the caller to remove
 * @throws Error when a file does not have the text
 */
export function copyWithout(edits) {
  const home = mkdtempSync(join(tmpdir(), 'flowledger-without-'));
  for (const name of copied) cpSync(join(root, name), join(home, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
  for (const [file, from, to] of edits) {
    const before = readFileSync(join(home, file), 'utf8');
    if (!before.includes(from)) throw new Error(`${file} has changed: it lacks ${from}`);
    writeFileSync(join(home, file), before.replace(from, to));
  }
  return home;
}
