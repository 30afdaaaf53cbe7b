import { describe, expect, it } from '@jest/globals';
import { ApiRefusal } from '@libs/client';
import fc from 'fast-check';
import { NoAnswer } from '../../../data/failure.js';
import { choose, createEditorStore, edit, type EditorStore, undo } from './editor-store.js';
import { type DraftServer, keepSaving } from './keep-saving.js';

const draft = (note: string): string =>
  `{"blocks":[{"id":"a","type":"api","name":"A","config":{"url":"${note}","big":12345678901234567890}}],"edges":[]}`;

const refusal = (status: number): ApiRefusal =>
  new ApiRefusal(status, { error: 'no', code: 'X', requestId: 'r' } as never, null);

/** Holds one draft, as the API does, and can be cut off. */
function testServer(text: string) {
  const state = { text, revision: 1, isDown: false, saves: 0 };
  const server: DraftServer = {
    save: (next, revision) => {
      if (state.isDown) return Promise.reject(new NoAnswer('down'));
      if (revision !== state.revision) return Promise.reject(refusal(412));
      state.text = next;
      state.revision += 1;
      state.saves += 1;
      return Promise.resolve({ revision: state.revision, problems: [], warnings: [] });
    },
    read: () =>
      state.isDown
        ? Promise.reject(new NoAnswer('down'))
        : Promise.resolve({ text: state.text, revision: state.revision }),
  };
  return { state, server };
}

/** Time that the test moves. */
function testClock() {
  const waiting = new Map<number, { readonly run: () => void; readonly atMs: number }>();
  let [nowMs, next] = [0, 0];
  return {
    setTimeout: (run: () => void, ms: number) => {
      waiting.set((next += 1), { run, atMs: nowMs + ms });
      return next;
    },
    clearTimeout: (timer: unknown) => void waiting.delete(timer as number),
    pass: async (ms: number) => {
      nowMs += ms;
      for (const [timer, { run, atMs }] of waiting)
        if (atMs <= nowMs) {
          waiting.delete(timer);
          run();
        }
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

function opened(text = draft('x')) {
  const { state, server } = testServer(text);
  const store = createEditorStore({ text, revision: 1, positions: {} });
  const clock = testClock();
  const saver = keepSaving(store, server, clock);
  return { state, server, store, clock, saver };
}

const setUrl = (store: EditorStore, url: string, atMs = 0): void => {
  const target = { block: 'a', path: ['config', 'url'] };
  expect(edit(store, { kind: 'setField', target, value: JSON.stringify(url) }, atMs)).toBeNull();
};

describe('a draft that is edited', () => {
  it('is saved once, a moment after the last edit, with every other byte as it was', async () => {
    const { state, store, clock } = opened();
    setUrl(store, 'y');
    await clock.pass(500);
    setUrl(store, 'yz', 500);
    await clock.pass(799);
    expect(state.saves).toBe(0);
    await clock.pass(1);
    expect(state).toMatchObject({ saves: 1, text: draft('yz') });
    expect(store.getState()).toMatchObject({ saving: { kind: 'saved' }, revision: 2 });
  });

  it('is saved later when no answer comes, and is kept until then', async () => {
    const { state, store, clock } = opened();
    state.isDown = true;
    setUrl(store, 'y');
    await clock.pass(800);
    expect(store.getState().saving.kind).toBe('offline');
    setUrl(store, 'z', 5_000);
    state.isDown = false;
    await clock.pass(1_000);
    expect(state.text).toBe(draft('z'));
    expect(store.getState().saving.kind).toBe('saved');
  });

  it('takes what someone else saved, and asks where both changed one field', async () => {
    const { state, store, clock, saver } = opened();
    setUrl(store, 'mine');
    state.text = draft('theirs');
    state.revision = 7;
    await clock.pass(800);
    await saver.flush();
    expect(state.text).toBe(draft('theirs'));
    const [conflict] = store.getState().conflicts;
    expect(conflict).toMatchObject({ mine: '"mine"', theirs: '"theirs"', base: '"x"' });
    expect(choose(store, conflict!, 'mine')).toBeNull();
    await clock.pass(800);
    expect(state).toMatchObject({ text: draft('mine'), revision: 8 });
    expect(store.getState().conflicts).toEqual([]);
    expect(undo(store)).toBeNull();
    expect(store.getState().log.document.text).toBe(draft('theirs'));
  });

  it('is read again when someone else saved and nothing was edited here', async () => {
    const { state, store, clock, saver } = opened();
    state.text = draft('theirs');
    state.revision = 2;
    saver.heard(2);
    await clock.pass(0);
    expect(store.getState()).toMatchObject({ base: draft('theirs'), revision: 2 });
    expect(store.getState().log.document.text).toBe(draft('theirs'));
  });

  it('says why it was refused, and tries again with the next edit', async () => {
    const { server, state, store, clock } = opened();
    const { save } = server;
    Object.assign(server, { save: () => Promise.reject(refusal(422)) });
    setUrl(store, 'y');
    await clock.pass(800);
    expect(store.getState().saving.kind).toBe('refused');
    Object.assign(server, { save });
    setUrl(store, 'z', 5_000);
    await clock.pass(800);
    expect(state.text).toBe(draft('z'));
  });

  it('loses no edit of two people, whatever comes between', async () => {
    const turn = fc.oneof(
      fc.record({ who: fc.constantFrom(0, 1), field: fc.constantFrom('m', 'n', 'o') }),
      fc.constantFrom('pass', 'down', 'up'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 30 }), async (turns) => {
        const { state, server } = testServer(draft('x'));
        const clock = testClock();
        const people = [0, 1].map(() => {
          const store = createEditorStore({ text: draft('x'), revision: 1, positions: {} });
          return { store, saver: keepSaving(store, server, clock) };
        });
        const last = new Map<string, string>();
        for (const [index, one] of turns.entries()) {
          if (one === 'down' || one === 'up') state.isDown = one === 'down';
          else if (one === 'pass') await clock.pass(1_000);
          else {
            // Each has fields of their own, so nothing may be asked.
            const name = `${one.field}${one.who}`;
            const target = { block: 'a', path: ['config', name] };
            last.set(name, String(index));
            edit(people[one.who]!.store, { kind: 'setField', target, value: `"${index}"` }, index);
          }
        }
        state.isDown = false;
        for (let round = 0; round < 8; round += 1) {
          await clock.pass(30_000);
          await Promise.all(people.map(({ saver }) => saver.flush()));
        }
        const { config } = (JSON.parse(state.text) as { blocks: [{ config: object }] }).blocks[0];
        expect(config).toMatchObject(Object.fromEntries(last));
        expect(people.flatMap(({ store }) => store.getState().conflicts)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('goes on exactly where someone else changed only the name', async () => {
    const { state, store, clock } = opened();
    setUrl(store, 'mine');
    state.revision += 1;
    await clock.pass(800);
    await clock.pass(0);
    expect(state.text).toBe(draft('mine'));
    expect(store.getState().log.done.map(({ isShaken }) => isShaken)).toEqual([false]);
  });
});
