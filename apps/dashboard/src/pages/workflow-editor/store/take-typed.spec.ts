import { describe, expect, it } from '@jest/globals';
import { createEditorStore, edit, type EditorStore, undo } from './editor-store.js';
import { takeTyped } from './take-typed.js';

const text =
  '{ "blocks": [{"id":"a","type":"t","name":"A","config":{"x": 1.0, "y": 2}}],\n "edges": [] }';

const open = (): EditorStore => createEditorStore({ text, revision: 1, positions: {} });
const textIn = (store: EditorStore): string => store.getState().log.document.text;
const type = (store: EditorStore, from: string, to: string) =>
  takeTyped(store, { text: textIn(store).replace(from, to), base: textIn(store) });

describe('takeTyped', () => {
  it('applies what was typed, and one undo leads back, byte by byte', () => {
    const store = open();
    expect(type(store, '1.0', '1.00')).toBeNull();
    expect(textIn(store)).toBe(text.replace('1.0', '1.00'));
    undo(store);
    expect(textIn(store)).toBe(text);
    expect(type(store, '\n', '')).toBeNull();
    undo(store);
    expect(textIn(store)).toBe(text);
  });

  it.each([
    ['"edges": [] }', '"edges": [] ', 'fault'],
    [text, '[]', 'notObject'],
    ['1.0', `${'['.repeat(1_001)}${']'.repeat(1_001)}`, 'tooDeep'],
  ])('changes nothing for %s → %.20s', (from, to, kind) => {
    const store = open();
    expect(type(store, from, to)?.kind).toBe(kind);
    expect(textIn(store)).toBe(text);
  });

  it('keeps what was changed on the canvas while a text was no JSON yet', () => {
    const store = open();
    edit(store, {
      kind: 'setField',
      target: { block: 'a', path: ['config', 'y'] },
      value: '3',
    });
    const typed = { text: text.replace('1.0', '5'), base: text };
    expect(takeTyped(store, typed)).toBeNull();
    expect(textIn(store)).toBe(text.replace('1.0', '5').replace('"y": 2', '"y": 3'));
  });

  it('asks where both changed one field', () => {
    const store = open();
    const target = { block: 'a', path: ['config', 'x'] };
    edit(store, { kind: 'setField', target, value: '3' });
    takeTyped(store, { text: text.replace('1.0', '5'), base: text });
    expect(store.getState().conflicts).toHaveLength(1);
  });
});
