import { describe, expect, it } from '@jest/globals';
import { matchesGlob, relative } from 'node:path';
import config from '../jest.config.js';
import { root } from './set-up.mjs';
import { pathsIn, projectOf, testsAt } from './test-files.mjs';

const projectsAt = (path, wanted) =>
  [...new Set(testsAt([path], root, wanted).map(({ project }) => project))].sort();

describe('the tests at a path', () => {
  it('belong to the project whose patterns in jest.config.js match them', () => {
    const tests = ['apps', 'libs', 'test', 'scripts'].flatMap((path) =>
      testsAt([path], root).concat(path === 'test' ? testsAt(['test/fuzz'], root) : []),
    );
    const inConfig = ({ file }) =>
      config.projects
        .filter(({ testMatch }) =>
          testMatch.some((glob) => matchesGlob(file, glob.replace('<rootDir>', root))),
        )
        .map(({ displayName }) => displayName);
    const wrong = tests.filter((test) => String(inConfig(test)) !== test.project);
    expect(wrong.map(({ file }) => relative(root, file))).toEqual([]);
  });

  it('are all kinds in a folder, and the one kind of a file', () => {
    expect(projectsAt('libs/event-log')).toEqual(['contract', 'unit']);
    expect(projectsAt('test/chaos.e2e-spec.ts')).toEqual(['e2e']);
    expect(projectsAt('apps/dashboard/journeys')).toEqual(['journey']);
  });

  it('include tests on request only when nothing else lies there', () => {
    expect(projectsAt('test/downstream')).not.toContain('registry');
    expect(projectsAt('test/fuzz')).toEqual(['fuzz']);
    expect(projectsAt('test', ['fuzz'])).toEqual(['fuzz']);
  });

  it('are missing with a message that names the path', () => {
    expect(() => testsAt(['README.md'], root)).toThrow('no test lies at README.md');
    expect(() => testsAt(['scripts'], root, ['e2e'])).toThrow('no e2e test lies at scripts');
  });
});

describe('the arguments of npm test', () => {
  it('are paths if something lies there', () => {
    expect(pathsIn(['--times', 'libs', 'runner', '-t', 'test'], root)).toEqual(['libs']);
  });

  it('are refused if they can only be a path and nothing lies there', () => {
    expect(() => pathsIn(['libs/gone'], root)).toThrow('nothing lies at libs/gone');
    expect(() => pathsIn(['gone.spec.ts'], root)).toThrow('nothing lies at gone.spec.ts');
    expect(pathsIn(['-t', 'spec 4.1/2'], root)).toEqual([]);
  });
});

describe('projectOf', () => {
  it('is undefined for a file that is no test', () => {
    expect(projectOf('libs/a/src/spec.ts')).toBeUndefined();
    expect(projectOf('test/support/global-setup.ts')).toBeUndefined();
  });
});
