import { describe, expect, it } from '@jest/globals';
import { snapshotOf } from '../../../core/edit/log/log-snapshot.js';
import { createEditorStore, edit, undo } from './editor-store.js';
import { restoredStore } from './kept-log.js';

const draft = (url: string, note = ''): string =>
  `{"blocks":[{"id":"a","type":"api","name":"A","config":{"url":"${url}","note":"${note}"}}],"edges":[]}`;

function edited(url: string) {
  const store = createEditorStore({ text: draft('x'), revision: 3, positions: {} });
  const target = { block: 'a', path: ['config', 'url'] };
  edit(store, { kind: 'setField', target, value: JSON.stringify(url) }, 0);
  const { log, base, revision, conflicts } = store.getState();
  return { base, revision, log: snapshotOf(log), conflicts };
}
const opened = (text: string, revision: number) => ({ text, revision, positions: {} });
const textOf = (store: ReturnType<typeof restoredStore>): string =>
  store.getState().log.document.text;

describe('edits that were kept', () => {
  it('come back with their undo, and wait to be saved', () => {
    const store = restoredStore(opened(draft('x'), 3), edited('y'));
    expect(textOf(store)).toBe(draft('y'));
    expect(store.getState().base).toBe(draft('x'));
    expect(undo(store)).toBeNull();
    expect(textOf(store)).toBe(draft('x'));
  });

  it('are merged with what someone saved meanwhile', () => {
    const store = restoredStore(opened(draft('x', 'theirs'), 4), edited('y'));
    expect(textOf(store)).toBe(draft('y', 'theirs'));
    expect(store.getState()).toMatchObject({ revision: 4, conflicts: [] });
  });

  it('that were saved give way to what someone saved after them', () => {
    const kept = { ...edited('y'), base: draft('y'), revision: 4 };
    const store = restoredStore(opened(draft('z'), 5), kept);
    expect(textOf(store)).toBe(draft('z'));
    expect(store.getState().log.done).toEqual([]);
  });

  it('of another release keep their text', () => {
    const kept = edited('y');
    const store = restoredStore(opened(draft('x'), 3), {
      ...kept,
      log: { ...kept.log, version: 99 },
    });
    expect(textOf(store)).toBe(draft('y'));
  });
});
