import { describe, expect, it } from '@jest/globals';
import { cutTests } from './cut-tests.js';

describe('the tests in an answer', () => {
  it('keep every byte: white space, order and digits', () => {
    const text = '{ "2":1, "1":9007199254740993,\n"name":"\\u0041", "input": 1.10 }';
    const said = `{"data":[{"id":"a","test":${text},"updatedAt":"now"},{"id":"b","test":{}}]}`;
    expect(cutTests(said)).toEqual([
      { id: 'a', name: 'A', text, updatedAt: 'now' },
      { id: 'b', name: '', text: '{}', updatedAt: '' },
    ]);
  });

  it.each(['<html>', '{"data":{"id":"w"}}', '[]'])('are not found in %s', (said) => {
    expect(cutTests(said)).toBeNull();
  });
});
