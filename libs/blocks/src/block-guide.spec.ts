import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blockGuide, commonErrors } from '../../../scripts/block-guide.mjs';
import { blockTypes } from './registry.js';

/** Folders whose codes end up in a block's error, by its type. */
const sources: Readonly<Record<string, readonly string[]>> = {
  api: ['api', 'http-call', 'secrets'],
  agent: ['agent', 'secrets'],
  response: ['response'],
  wait: ['wait'],
  approval: ['approval'],
  loop: ['containers'],
  parallel: ['containers'],
  workflow: ['workflow'],
  function: ['function'],
};

/** Codes of an answer that the model may repair, and of a check: not the error of a block. */
const ofNoBlock = ['INVALID_TOOL_CALL', 'TOOL_FAILED', 'INVALID_TIME', 'UNUSED_PATH_PARAM'];
const isCode = /'([A-Z]+(?:_[A-Z]+)+)'/g;

function codesIn(folder: string): readonly string[] {
  const files = globSync(`${folder}/**/*.ts`, { cwd: import.meta.dirname });
  return files
    .filter((file) => !/spec\.ts$|testing/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(import.meta.dirname, file), 'utf8');
      return [...text.matchAll(isCode)].flatMap(([, found]) => found ?? []);
    });
}

describe('the guide of the block reference', () => {
  it('has an entry for every block type, and no other', () => {
    expect(Object.keys(blockGuide).sort()).toEqual([...blockTypes.keys()].sort());
  });

  it.each(Object.entries(blockGuide))('has an example of %s that can be saved', (type, guide) => {
    const parsed = blockTypes.get(type)?.config.safeParse(guide.example ?? {});
    expect(parsed?.error?.issues).toBeUndefined();
  });

  it.each(Object.entries(sources))('names every code with which %s fails', (type, folders) => {
    const known = [...Object.keys(blockGuide[type]?.errors ?? {}), ...Object.keys(commonErrors)];
    const used = folders.flatMap(codesIn).filter((found) => !ofNoBlock.includes(found));
    expect(used.filter((found) => !known.includes(found))).toEqual([]);
  });
});
