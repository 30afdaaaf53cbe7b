/** What a check says of wrong definitions. `WRITE_GOLDEN=1` writes the list anew. */
import { describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkDefinition } from './check-definition.js';
import { checkSecrets } from './check-names.js';
import { wrongDefinitions } from './testing/wrong-definitions.js';

const golden = join(import.meta.dirname, 'wrong-definitions.golden.txt');

function said(definition: unknown): string[] {
  const check = checkDefinition(definition);
  const warnings = [...check.warnings, ...checkSecrets(check, new Set(['KEY']))];
  const notes = [
    ...(check.ok ? [] : check.problems.map((one) => ({ kind: 'problem', ...one }))),
    ...warnings.map((one) => ({ kind: 'warning', ...one })),
  ];
  return notes.map(({ kind, code, blockName, blockId, field, line, column, message }) => {
    const name = blockName ?? blockId;
    const block = name === null ? '' : `block "${name}", `;
    const place = line === undefined ? '' : ` at ${line}:${column}`;
    return `  ${kind} ${code}, ${block}${field}${place}:\n    ${message}`;
  });
}

const list = Object.entries(wrongDefinitions).map(([mistake, definition], index) =>
  [`${index + 1}. ${mistake}`, ...said(definition)].join('\n'),
);

describe('49 wrong definitions', () => {
  it('each give place and remedy in one answer', () => {
    const text = `${list.join('\n\n')}\n`;
    if (process.env['WRITE_GOLDEN'] === '1') writeFileSync(golden, text);
    expect(text).toBe(readFileSync(golden, 'utf8'));
    expect(list).toHaveLength(49);
    expect(list.filter((one) => !/\n {2}(?:problem|warning) [A-Z_]+, .+:\n/.test(one))).toEqual([]);
  });

  it('never pass on the wording of a validator', () => {
    const wording =
      /Invalid (?:input|option)|expected \w+, received|Too (?:small|big)|Unrecognized/;
    expect(list.filter((one) => wording.test(one))).toEqual([]);
  });
});
