import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createEditorStore, edit, type EditorStore, takeTheirs, undo } from './editor-store.js';
import { restingDraft } from './resting-draft.js';

const text = '{"blocks":[{"id":"a","type":"t","name":"A","config":{"x":""}}],"edges":[]}';

function watched(store: EditorStore) {
  const draft = restingDraft(store);
  const seen: string[] = [];
  const stop = draft.subscribe(() => seen.push(draft.get().log.document.text));
  return { draft, seen, stop };
}

const open = (): EditorStore => createEditorStore({ text, revision: 1, positions: {} });
const type = (store: EditorStore, value: string) =>
  edit(store, {
    kind: 'setField',
    target: { block: 'a', path: ['config', 'x'] },
    value: JSON.stringify(value),
  });
const withX = (value: string): string => text.replace('"x":""', `"x":"${value}"`);

describe('restingDraft', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('shows the first key at once, and the others when the typing rests', () => {
    const store = open();
    const { draft, seen } = watched(store);
    for (const value of ['k', 'ke', 'key']) type(store, value);
    expect(seen).toEqual([withX('k')]);
    jest.advanceTimersByTime(300);
    expect(seen).toEqual([withX('k'), withX('key')]);
    expect(draft.get().log.document.text).toBe(withX('key'));
  });

  it.each<[string, (store: EditorStore) => unknown, string]>([
    ['an undo', undo, text],
    [
      'another edit',
      (store) => edit(store, { kind: 'renameBlock', block: 'a', name: 'B' }),
      withX('ke').replace('"A"', '"B"'),
    ],
    [
      "somebody else's edit",
      (store) => takeTheirs(store, { text: text.replace('"A"', '"C"'), revision: 2 }),
      withX('ke').replace('"A"', '"C"'),
    ],
  ])('shows %s at once, with what was typed before', (_, act, expected) => {
    const store = open();
    const { seen } = watched(store);
    for (const value of ['k', 'ke']) type(store, value);
    act(store);
    expect(seen.at(-1)).toBe(expected);
    jest.advanceTimersByTime(1_000);
    expect(seen.at(-1)).toBe(expected);
    expect(seen).toHaveLength(2);
  });

  it('shows what was done before anybody listened, and nothing after they stopped', () => {
    const store = open();
    const draft = restingDraft(store);
    type(store, 'k');
    const stop = draft.subscribe(() => undefined);
    expect(draft.get().log.document.text).toBe(withX('k'));
    type(store, 'ke');
    stop();
    jest.advanceTimersByTime(1_000);
    expect(draft.get().log.document.text).toBe(withX('k'));
  });
});
