import { describe, expect, it } from '@jest/globals';
import { cacheDirOf } from './install-once.js';

describe('cacheDirOf', () => {
  it('is under the home directory by default', () => {
    expect(cacheDirOf({}, '/home/ada')).toBe('/home/ada/.cache/flowledger');
  });

  it('follows XDG_CACHE_HOME', () => {
    expect(cacheDirOf({ XDG_CACHE_HOME: '/var/cache/ada' }, '/home/ada')).toBe(
      '/var/cache/ada/flowledger',
    );
  });

  it('is exactly FLOWLEDGER_CACHE_DIR when that is set', () => {
    expect(cacheDirOf({ FLOWLEDGER_CACHE_DIR: '/c', XDG_CACHE_HOME: '/x' }, '/home/ada')).toBe(
      '/c',
    );
  });
});
