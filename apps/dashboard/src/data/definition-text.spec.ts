import { describe, expect, it } from '@jest/globals';
import { cutDefinition } from './definition-text.js';

describe('the text of a definition', () => {
  it('keeps every byte within the answer: white space, order and digits', () => {
    const text = '{ "edges":[],\n "blocks":[{"id":"a","n":9007199254740993.10}]}';
    const said = `{"data":{"id":"w","definition":${text},"revision":7}}`;
    expect(cutDefinition(said)).toEqual({
      text,
      answer: { id: 'w', definition: null, revision: 7 },
    });
  });

  it.each(['<html>', '{"data":{"id":"w"}}', '[]'])('is not found in %s', (said) => {
    expect(cutDefinition(said)).toBeNull();
  });
});
