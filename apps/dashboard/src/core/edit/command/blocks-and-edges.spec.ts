import { describe, expect, it } from '@jest/globals';
import { after } from '../testing/draft.js';

const text = `{
  "blocks": [
    { "id": "a", "type": "manual", "name": "A" },
    {
      "id": "b", "type": "api", "name": "B", "config": {} }
  ],
  "edges": [
    { "from": "a", "to": "b", "label": 1.0 }
  ]
}`;

describe('blocks', () => {
  it('are added as their neighbours are written', () => {
    const block = '{"id":"c","type":"note","name":"C","config":{"text":"x"}}';
    expect(after(text, { kind: 'addBlock', block, index: 1 })).toContain(
      '"A" },\n    { "id": "c", "type": "note", "name": "C", "config": { "text": "x" } },\n    {\n',
    );
    expect(after(text, { kind: 'addBlock', block })).toContain(
      '"config": {} },\n    {\n      "id": "c",\n      "type": "note",\n',
    );
  });

  it('are added to an empty draft', () => {
    const command = { kind: 'addBlock', block: '{"id":"c"}' } as const;
    expect(after('{}', command)).toBe('{"blocks": [{"id":"c"}]}');
    expect(after('{\n\t"blocks": []\n}', command)).toBe(
      '{\n\t"blocks": [\n\t\t{\n\t\t\t"id": "c"\n\t\t}\n\t]\n}',
    );
  });

  it('are refused with an id that is there, or without one', () => {
    expect(after(text, { kind: 'addBlock', block: '{"id":"a"}' })).toBe('exists');
    expect(after(text, { kind: 'addBlock', block: '{"x":1}' })).toBe('noSuchBlock');
  });

  it('take their edges along', () => {
    const removed = after(text, { kind: 'removeBlock', block: 'b' });
    expect(JSON.parse(removed)).toEqual({
      blocks: [{ id: 'a', type: 'manual', name: 'A' }],
      edges: [],
    });
  });

  it('move in the order of the text', () => {
    const moved = after(text, { kind: 'moveBlock', block: 'b', after: null });
    expect(moved.indexOf('"id": "b"')).toBeLessThan(moved.indexOf('"id": "a"'));
    expect(after(text, { kind: 'moveBlock', block: 'a', after: 'x' })).toBe('noSuchBlock');
  });
});

describe('edges', () => {
  it('are added as their neighbours are written, and only once', () => {
    const edge = { from: 'b', to: 'a', port: 'error' };
    expect(after(text, { kind: 'addEdge', edge })).toBe(
      text.replace('1.0 }', '1.0 },\n    { "from": "b", "port": "error", "to": "a" }'),
    );
    expect(after(text, { kind: 'addEdge', edge: { from: 'a', to: 'b', port: 'out' } })).toBe(
      'exists',
    );
  });

  it('are added to a draft that has none', () => {
    expect(after('{"blocks":[]}', { kind: 'addEdge', edge: { from: 'a', to: 'b' } })).toBe(
      '{"blocks":[],"edges":[{"from":"a","to":"b"}]}',
    );
  });

  it('are reconnected in their place, with fields that are not ours', () => {
    const edge = { from: 'a', to: 'b' };
    const to = { from: 'a', to: 'c', port: 'error' };
    expect(after(text, { kind: 'reconnectEdge', edge, to })).toBe(
      text.replace('"to": "b", "label": 1.0', '"to": "c", "label": 1.0, "port": "error"'),
    );
    expect(after(text, { kind: 'removeEdge', edge: to })).toBe('noSuchEdge');
  });
});
