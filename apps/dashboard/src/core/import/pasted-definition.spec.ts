import { describe, expect, it } from '@jest/globals';
import { definitionTextIn, definitionTextOf } from './pasted-definition.js';

const definition = '{"blocks": [{"id": "a", "config": {"n": 12345678901234567890}}]}';

describe('definitionTextIn', () => {
  it('keeps the bytes of the definition', () => {
    expect(definitionTextIn('definition', definition)).toBe(definition);
    expect(definitionTextIn('file', `{"name":"a", "definition": ${definition} }`)).toBe(definition);
  });

  it.each(['', '[]', '{"blocks":{}}', '{"name":"a"}'])('finds none in %j', (text) => {
    expect(definitionTextIn('definition', text)).toBeNull();
    expect(definitionTextIn('file', text)).toBeNull();
  });
});

describe('definitionTextOf', () => {
  it('takes a definition with and without a name around it', () => {
    const text = '{\n  "blocks": []\n}';
    expect(definitionTextOf({ blocks: [] })).toBe(text);
    expect(definitionTextOf({ name: 'a', definition: { blocks: [] } })).toBe(text);
    for (const value of [null, 'text', [], { definition: {} }])
      expect(definitionTextOf(value)).toBeNull();
  });
});
