import { describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import type { Problem } from './editor-state.js';
import { createEditorStore, takeTheirs } from './editor-store.js';
import { keepChecked } from './keep-checked.js';

const textOf = (name: string): string =>
  JSON.stringify({ blocks: [{ id: 'a', type: 'function', name, config: {} }], edges: [] });
const problem = (message: string): Problem => ({ blockId: 'a', field: 'config', message });

function opened() {
  const store = createEditorStore({ text: textOf('A'), revision: 1, positions: {} });
  const asked: string[] = [];
  const stop = keepChecked(store, (text) => {
    asked.push(text);
    return Promise.resolve({ problems: [problem(text)], warnings: [] });
  });
  return { store, asked, stop };
}

describe('the problems of a draft', () => {
  it('are known when it is opened, and when someone else has saved it', async () => {
    const { store, asked } = opened();
    await setImmediate();
    expect(store.getState().problems).toEqual([problem(textOf('A'))]);
    takeTheirs(store, { text: textOf('B'), revision: 2 });
    await setImmediate();
    expect(store.getState().problems).toEqual([problem(textOf('B'))]);
    expect(asked).toHaveLength(2);
  });

  it('are those of the save that came meanwhile', async () => {
    const { store, asked } = opened();
    const saved = { base: textOf('C'), revision: 2, problems: [problem('saved')], warnings: [] };
    store.setState(saved);
    await setImmediate();
    expect([store.getState().problems, asked.length]).toEqual([[problem('saved')], 1]);
  });

  it('keep a path that another workflow has, of which only a save knows', async () => {
    const { store } = opened();
    const taken = { ...problem('The path is taken'), code: 'TRIGGER_PATH_TAKEN' };
    store.setState({ problems: [taken] });
    takeTheirs(store, { text: textOf('B'), revision: 2 });
    await setImmediate();
    expect(store.getState().problems).toEqual([problem(textOf('B')), taken]);
  });

  it('are left alone after the end', async () => {
    const { store, stop } = opened();
    stop();
    await setImmediate();
    expect(store.getState().problems).toEqual([]);
  });
});
