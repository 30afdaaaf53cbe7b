import { describe, expect, it } from '@jest/globals';
import { problemOf } from './check-subjects.mjs';

describe('the subject of a commit', () => {
  it('has at most 72 characters', () => {
    expect(problemOf(`Add ${'x'.repeat(68)}`)).toBeNull();
    expect(problemOf(`Add ${'x'.repeat(69)}`)).toMatch('has 73 characters');
  });

  it.each(['add a test', 'bench: a run', 'Add a test.', 'Add a test;'])(
    'can not be "%s"',
    (subject) => {
      expect(problemOf(subject)).not.toBeNull();
    },
  );
});
