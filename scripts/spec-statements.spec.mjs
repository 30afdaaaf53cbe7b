import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { specStatements } from './spec-statements.mjs';

const root = join(import.meta.dirname, '..');
const testFile = /\.(?:spec|contract-spec|e2e-spec)\.ts$/;

/** Names of all tests, from `it` and `it.each`. */
const testNames = ['apps', 'libs', 'test'].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true })
    .filter((path) => testFile.test(path))
    .flatMap((path) =>
      [
        ...readFileSync(join(root, room, path), 'utf8').matchAll(
          /\bit(?:\.each\([\s\S]*?\]\))?\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g,
        ),
      ].map(([, , name]) => name),
    ),
);

/** Numbers that a name quotes: `spec 2.3.1, 4.2 and 5: …` or `… (spec 1.2)`. */
export const quotedIn = (name) =>
  [...name.matchAll(/\bspec ((?:\d+(?:\.\d+)*(?:, | and )?)+)/g)].flatMap(([, list]) =>
    list.match(/\d+(?:\.\d+)*/g),
  );

describe('the specification', () => {
  it('has a test for every numbered statement of sections 2.3, 4, 5, 7 and 8', () => {
    const quoted = new Set(testNames.flatMap(quotedIn));
    expect(Object.keys(specStatements).filter((number) => !quoted.has(number))).toEqual([]);
  });

  it('is quoted only with existing numbers', () => {
    const inScope = testNames
      .flatMap(quotedIn)
      .filter((number) => /^(?:2\.3|4|5|7|8)(?:\.|$)/.test(number));
    expect(inScope.filter((number) => specStatements[number] === undefined)).toEqual([]);
  });
});
