import { describe, expect, it } from '@jest/globals';
import { WorkflowText } from '../../../core/edit/text/workflow-text.js';
import { notePlace } from './note-place.js';

const text = `{
  "blocks": [
    { "id": "a", "name": "A", "config": { "url": "x" } },
    {
      "id": "b", "config": {}
    }
  ],
  "edges": [{ "from": "a", "to": "z" }]
}`;
const document = WorkflowText.read(text)!;

const placeOf = (blockId: string | null, field: string): string => {
  const { from, to, line, column } = notePlace(document, { blockId, field, message: '' });
  return `${line}:${column} ${text.slice(from, to)}`;
};

describe('notePlace', () => {
  it.each([
    ['a', 'config.url', '3:50 "x"'],
    ['a', 'config.body.x', '3:41 { "url": "x" }'],
    ['b', 'config.url', '5:28 {}'],
    ['b', 'unknown', '4:5 {'],
    [null, 'edges[0].to', '8:34 "z"'],
    [null, 'blocks[0].name', '3:26 "A"'],
    [null, 'variables', '1:1 '],
    ['gone', 'config', '1:1 '],
  ])('finds %s %s at %s', (blockId, field, expected) => {
    expect(placeOf(blockId, field)).toBe(expected);
  });
});
