import { describe, expect, it } from '@jest/globals';
import { outputType } from './output-type.js';

describe('the type of a declared output', () => {
  it.each([
    ['HTTP status, or null without an answer', 'number'],
    ['`{ code, message, attempts }` when it failed, else null', 'object'],
    ['list of `{ level, text }`, also when it failed', 'list'],
    ['whether a condition was true', 'boolean'],
    ['time of its end, ISO 8601', 'date'],
    ['text of the answer', 'text'],
    ['`stop`, `length`, `content-filter` or `other`', 'text'],
    ['headers of the answer, with lower-case names', 'object'],
    ['body of the answer: parsed JSON, text, or a file', 'any'],
    ['what the code returned', 'any'],
  ])('%s: %s', (text, type) => {
    expect(outputType(text)).toBe(type);
  });
});
