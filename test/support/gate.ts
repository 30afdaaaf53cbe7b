/**
 * A stub whose calls hang until it is opened. It counts how many executions had open calls at the
 * same time.
 */
import type { CountingStub } from './counting-stub.js';

export interface Gate {
  /** Maximum number of executions with an open call. */
  readonly most: number;
  /** Current number of executions with an open call. */
  readonly size: number;
  open(): void;
}

const json = { 'content-type': 'application/json' };

/** Executions that called, in order, once per call. */
export const callersOf = (calls: CountingStub['calls']): string[] =>
  calls.map(({ idempotencyKey }) => idempotencyKey.split(':')[0] ?? '');

export function startGate(stub: CountingStub): Gate {
  const inside = new Map<string, number>();
  const held: (() => void)[] = [];
  let isOpen = false;
  let most = 0;
  stub.answer((call, response) => {
    const [id = ''] = callersOf([call]);
    inside.set(id, (inside.get(id) ?? 0) + 1);
    most = Math.max(most, inside.size);
    response.on('close', () => {
      const left = (inside.get(id) ?? 1) - 1;
      if (left === 0) inside.delete(id);
      else inside.set(id, left);
    });
    const answer = (): void => void response.writeHead(200, json).end('{}');
    if (isOpen) answer();
    else held.push(answer);
  });
  return {
    get most() {
      return most;
    },
    get size() {
      return inside.size;
    },
    open: () => {
      isOpen = true;
      for (const answer of held) answer();
    },
  };
}
