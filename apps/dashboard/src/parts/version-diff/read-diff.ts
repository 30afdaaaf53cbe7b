/**
 * Differences of two definitions: at once for short texts, by a worker for long ones. The last few
 * are kept, so that React may ask again while it waits.
 */
import { type DefinitionDiff, diffDefinitions } from '../../core/edit/diff/definition-diff.js';
import { isRefusal, type Refusal } from '../../core/edit/patch/refusal.js';

/** Compared within a few milliseconds; longer ones would hold up the page. */
const longLength = 96 * 1024;
const mostKept = 6;

type Compared = DefinitionDiff | Refusal;

let worker: Worker | null = null;
let nextId = 1;
const waiting = new Map<number, (diff: Compared) => void>();

function workerOfDiffs(): Worker {
  if (worker !== null) return worker;
  worker = new Worker(new URL('./diff.worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<{ id: number; diff: Compared }>) => {
    waiting.get(data.id)?.(data.diff);
    waiting.delete(data.id);
  };
  return worker;
}

function askWorker(before: string, after: string): Promise<Compared> {
  const id = nextId;
  nextId += 1;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    workerOfDiffs().postMessage({ id, before, after });
  });
}

export interface Comparison {
  /** Null: nothing is deployed. */
  readonly before: string | null;
  readonly after: string;
  /** Null: one of them is no JSON. */
  readonly diff: DefinitionDiff | null;
}

/** What runs before the first deployment. */
const nothing = '{"blocks":[],"edges":[]}';

function compare(before: string | null, after: string): Comparison | Promise<Comparison> {
  const done = (diff: Compared): Comparison => ({
    ...{ before, after },
    diff: isRefusal(diff) ? null : diff,
  });
  const old = before ?? nothing;
  return old.length + after.length > longLength
    ? askWorker(old, after).then(done)
    : done(diffDefinitions(old, after));
}

interface Kept {
  readonly before: string | null;
  readonly after: string;
  readonly answer: Comparison | Promise<Comparison>;
}

let kept: readonly Kept[] = [];

/** @returns the same object for the same texts */
export function readDiff(before: string | null, after: string): Kept['answer'] {
  const known = kept.find((one) => one.before === before && one.after === after);
  if (known !== undefined) return known.answer;
  const answer = compare(before, after);
  kept = [{ before, after, answer }, ...kept].slice(0, mostKept);
  return answer;
}
