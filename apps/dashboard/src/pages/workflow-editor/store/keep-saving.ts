/**
 * Saves the draft a moment after the last edit, and again while no answer comes. What someone
 * else saved meanwhile is merged in first, so no save replaces an edit that was not seen here.
 */
import { failureOf } from '../../../data/failure.js';
import { type EditorState, isDirty, type Problem, type Saving } from './editor-state.js';
import { type EditorStore, takeTheirs, type Theirs } from './editor-store.js';

interface Saved {
  readonly revision: number;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

export interface DraftServer {
  /** @throws ApiRefusal, with 412 when the draft has another revision by now; NoAnswer */
  save(text: string, revision: number): Promise<Saved>;
  read(): Promise<Theirs>;
}

export interface SaverClock {
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

export interface Saver {
  /** Before a deployment, and when the network is back. Resolves when nothing is left to do. */
  flush(): Promise<void>;
  /** Someone else saved: what they did is read, unless we know it. */
  heard(revision: number): void;
  stop(): void;
}

const quietMs = 800;
/** Each try after no answer waits longer. */
const retryMs = [1_000, 2_000, 5_000, 10_000, 30_000] as const;
/** Two people who save in turn would go on for ever. */
const mostMerges = 20;

export function keepSaving(store: EditorStore, server: DraftServer, clock: SaverClock): Saver {
  let timer: unknown = null;
  let running: Promise<void> | null = null;
  let failures = 0;
  let isStopped = false;

  const show = (saving: Saving): void => store.setState({ saving });

  function plan(ms: number): void {
    clock.clearTimeout(timer);
    if (!isStopped) timer = clock.setTimeout(() => void flush(), ms);
  }

  async function readTheirs(): Promise<void> {
    const theirs = await server.read();
    if (theirs.revision > store.getState().revision) takeTheirs(store, theirs);
  }

  /** @returns whether the draft that was sent is saved */
  async function saveOnce(): Promise<boolean> {
    const { log, revision } = store.getState();
    const { text } = log.document;
    try {
      const saved = await server.save(text, revision);
      store.setState({ base: text, ...saved });
      return true;
    } catch (error) {
      if (failureOf(error).kind !== 'conflict') throw error;
      await readTheirs();
      return false;
    }
  }

  async function saveAll(): Promise<void> {
    for (let merges = 0; isDirty(store.getState()) && !isStopped;) {
      show({ kind: 'saving' });
      if (!(await saveOnce()) && (merges += 1) > mostMerges) throw new Error('too many merges');
    }
    failures = 0;
    show({ kind: 'saved' });
  }

  function fail(error: unknown): void {
    if (failureOf(error).kind !== 'offline') {
      show({ kind: 'refused', error });
      return;
    }
    show({ kind: 'offline' });
    plan(retryMs[Math.min(failures, retryMs.length - 1)] ?? 30_000);
    failures += 1;
  }

  function flush(): Promise<void> {
    clock.clearTimeout(timer);
    running ??= saveAll()
      .catch(fail)
      .finally(() => {
        running = null;
      });
    return running;
  }

  const unwatch = store.subscribe((state: EditorState, before: EditorState) => {
    if (state.log.document === before.log.document || !isDirty(state)) return;
    if (state.saving.kind === 'saved' || state.saving.kind === 'refused') show({ kind: 'pending' });
    // An edit during a save is seen by its loop.
    if (running === null && state.saving.kind !== 'offline') plan(quietMs);
  });
  if (isDirty(store.getState())) plan(0);

  return {
    flush,
    heard: (revision) => {
      if (revision <= store.getState().revision || running !== null) return;
      if (isDirty(store.getState())) plan(0);
      else void readTheirs().catch(fail);
    },
    stop: () => {
      isStopped = true;
      clock.clearTimeout(timer);
      unwatch();
    },
  };
}
