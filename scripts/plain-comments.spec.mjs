import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import { plainComments } from './plain-comments.mjs';

const config = {
  plugins: { flowledger: { rules: { 'plain-comments': plainComments } } },
  rules: { 'flowledger/plain-comments': 'error' },
};
const found = (code) =>
  new Linter().verify(code, config).map(({ line, messageId }) => [line, messageId]);

describe('plain-comments', () => {
  it('reports each line of a comment beyond 100 columns, indentation included', () => {
    const wide = 'x'.repeat(98);
    expect(found(`// ${'x'.repeat(97)}\n// ${wide}`)).toEqual([[2, 'long']]);
    expect(found(`/**\n * ${wide}\n * short\n */`)).toEqual([[2, 'long']]);
  });

  it('reports a reference to a page that is not in this repository', () => {
    expect(found('// As design.md says.')).toEqual([[1, 'dead']]);
    expect(found('// As docs/reference/webhooks.md says.')).toEqual([]);
  });

  it('ignores directives and code', () => {
    expect(found(`// prettier-ignore ${'x'.repeat(100)}`)).toEqual([]);
    expect(found(`export const text = '${'x'.repeat(120)}';`)).toEqual([]);
  });
});
