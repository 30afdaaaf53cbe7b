/**
 * Layouts from a worker, so that a large workflow never blocks the page. The last ones are kept: a
 * workflow that is shown again is there at once.
 */
import type { Layout } from '../../core/layout/layout.js';
import type { LayoutInput } from '../../core/layout/layout-input.js';

const kept = new Map<string, Layout>();
const maxKept = 20;

interface Answer {
  readonly id: number;
  readonly layout: Layout;
}

interface Pending {
  readonly input: LayoutInput;
  readonly key: string;
  readonly askedAt: number;
  readonly resolve: (layout: Layout) => void;
}

let worker: Worker | null = null;
let lastId = 0;
const pending = new Map<number, Pending>();

export const layoutKey = (input: LayoutInput): string => JSON.stringify(input);

export const keptLayout = (key: string): Layout | null => kept.get(key) ?? null;

/** @returns stops caring: work that nobody waits for any more is ended */
export function automaticLayout(
  key: string,
  input: LayoutInput,
  resolve: (layout: Layout) => void,
): () => void {
  const id = (lastId += 1);
  pending.set(id, { input, key, askedAt: performance.now(), resolve });
  ask(id, input);
  return () => {
    if (!pending.delete(id) || worker === null) return;
    worker.terminate();
    worker = null;
    for (const [waiting, request] of pending) ask(waiting, request.input);
  };
}

function ask(id: number, input: LayoutInput): void {
  worker ??= started();
  worker.postMessage({ id, input });
}

function started(): Worker {
  const one = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
  one.onmessage = ({ data: { id, layout } }: MessageEvent<Answer>): void => {
    const request = pending.get(id);
    if (request === undefined) return;
    pending.delete(id);
    performance.measure('canvas layout', { start: request.askedAt });
    kept.set(request.key, layout);
    for (const oldest of [...kept.keys()].slice(0, kept.size - maxKept)) kept.delete(oldest);
    request.resolve(layout);
  };
  return one;
}
