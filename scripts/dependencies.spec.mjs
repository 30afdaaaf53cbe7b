import { describe, expect, it } from '@jest/globals';
import { isInstalled } from './dependencies.mjs';

const lock = {
  packages: {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.2.3' },
    'node_modules/b-for-another-platform': { version: '2.0.0', optional: true },
  },
};

describe('isInstalled', () => {
  it('is true when every package has the version of the lockfile', () => {
    expect(isInstalled(lock, { packages: { 'node_modules/a': { version: '1.2.3' } } })).toBe(true);
  });

  it('is false for another version', () => {
    expect(isInstalled(lock, { packages: { 'node_modules/a': { version: '1.2.4' } } })).toBe(false);
  });

  it('is false for another version of an optional package', () => {
    const packages = {
      'node_modules/a': { version: '1.2.3' },
      'node_modules/b-for-another-platform': { version: '1.0.0' },
    };
    expect(isInstalled(lock, { packages })).toBe(false);
  });

  it('is false when nothing was installed', () => {
    expect(isInstalled(lock, undefined)).toBe(false);
  });
});
