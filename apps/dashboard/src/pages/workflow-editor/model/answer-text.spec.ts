import { describe, expect, it } from '@jest/globals';
import { answerText } from './answer-text.js';

describe('the text of an answer', () => {
  it.each([
    ['Hi', 'Hi'],
    [{ content: 'Hi', tokens: 3 }, 'Hi'],
    [{ status: 200, body: { content: 'Hi' } }, 'Hi'],
    [{ status: 200, data: 'Hi' }, 'Hi'],
    [{ order: 7 }, '{\n  "order": 7\n}'],
    [['Hi'], '[\n  "Hi"\n]'],
    [null, 'null'],
    [undefined, 'null'],
  ])('of %j is %j', (output, text) => {
    expect(answerText(output)).toBe(text);
  });
});
