import { describe, expect, it } from '@jest/globals';
import { lockedJars } from './kafka-jars.lock.js';
import { repositoryOf } from './kafka-jars.js';

const settings =
  '<settings><mirrors><mirror><id>m</id><url>https://mirror.example/maven/</url></mirror></mirrors></settings>';

describe('repositoryOf', () => {
  it('prefers MAVEN_REPO_URL', () => {
    expect(repositoryOf({ MAVEN_REPO_URL: 'https://own.example/repo' }, settings)).toBe(
      'https://own.example/repo',
    );
  });

  it('uses the first mirror of Maven’s settings', () => {
    expect(repositoryOf({}, settings)).toBe('https://mirror.example/maven');
  });

  it('returns undefined without a setting', () => {
    expect(repositoryOf({}, '')).toBeUndefined();
  });
});

describe('the jar lockfile', () => {
  it('has a digest and a distinct file name for every jar', () => {
    expect(
      lockedJars.every(
        ({ sha256, fileName }) => /^[0-9a-f]{64}$/.test(sha256) && fileName.endsWith('.jar'),
      ),
    ).toBe(true);
    expect(new Set(lockedJars.map(({ fileName }) => fileName)).size).toBe(lockedJars.length);
  });
});
