import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
);

describe('the lockfile', () => {
  it('has a digest for every package that is fetched', () => {
    const fetched = Object.entries(packages).filter(
      ([path, { link, inBundle }]) => path !== '' && !link && !inBundle,
    );
    expect(fetched.length).toBeGreaterThan(500);
    expect(fetched.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''))).toEqual([]);
  });
});
