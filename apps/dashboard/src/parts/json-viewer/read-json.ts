/**
 * Trees and lines of JSON texts: at once for short ones, by a worker for long ones. The last few
 * are kept, so that React may ask again while it waits.
 */
import { indentJson } from '../../core/json/indent-json.js';
import type { JsonTree } from '../../core/json/json-tree.js';
import { parseJsonTree } from '../../core/json/parse-json-tree.js';
import type { FromJsonWorker, ToJsonWorker } from './json-messages.js';

/** Read in some milliseconds; longer ones would hold up the page. */
const longLength = 64 * 1024;
const mostKept = 6;

let worker: Worker | null = null;
let nextId = 1;
const waiting = new Map<number, (answer: FromJsonWorker) => void>();

function workerOfJson(): Worker {
  if (worker !== null) return worker;
  worker = new Worker(new URL('./json.worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<FromJsonWorker>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  return worker;
}

function ask(kind: ToJsonWorker['kind'], text: string): Promise<FromJsonWorker> {
  const id = nextId;
  nextId += 1;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    const message: ToJsonWorker = { id, kind, text };
    workerOfJson().postMessage(message);
  });
}

/** The last few results by their text. */
function kept<T>(make: (text: string) => Promise<T>): (text: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    known.set(text, made);
    const [oldest] = known.keys();
    if (known.size > mostKept && oldest !== undefined) known.delete(oldest);
    return made;
  };
}

export const isLong = (text: string): boolean => text.length > longLength;

export const shortTree = parseJsonTree;
export const shortLines = indentJson;

export const longTree = kept(async (text): Promise<JsonTree> => {
  const answer = await ask('tree', text);
  return 'tree' in answer ? answer.tree : parseJsonTree('');
});

export const longLines = kept(async (text): Promise<string> => {
  const answer = await ask('lines', text);
  return 'lines' in answer ? answer.lines : text;
});
