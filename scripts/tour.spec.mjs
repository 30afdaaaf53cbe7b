import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const tour = readFileSync(join(root, 'docs/tour.md'), 'utf8');
const isPath = (text) => /^(?:apps|libs|schemas|test|docs)(?:\/|$)/.test(text);
const paths = [...tour.matchAll(/`([^`\s]+)`/g)].map(([, text]) => text).filter(isPath);

/** `path` (`Name.method`, …): what the page says is in the file. */
const named = [...tour.matchAll(/`([^`\s]+)`\s+\(((?:`[^`]+`(?:,\s+)?)+)\)/g)].flatMap(
  ([, path, names]) =>
    isPath(path) ? [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => [path, name]) : [],
);

describe('docs/tour.md', () => {
  it('names files that exist', () => {
    expect(paths.length).toBeGreaterThan(30);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it.each(named)('names a part of %s that exists: %s', (path, name) => {
    if (statSync(join(root, path)).isDirectory()) return;
    const text = readFileSync(join(root, path), 'utf8');
    for (const part of name.split('.'))
      expect(text).toMatch(new RegExp(`\\b${part.replace('#', '')}\\b`));
  });
});
