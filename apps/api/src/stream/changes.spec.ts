import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type WorkspaceChange, workspaceChange } from '@libs/contracts';
import { Changes } from './changes.js';

const execution = (id: string, more: Partial<WorkspaceChange>): WorkspaceChange =>
  workspaceChange({ topic: 'executions', id, workflowId: 'w', ...more });
const began = (id: string): WorkspaceChange => execution(id, { status: 'running', startedAt: 1 });
const ended = (id: string): WorkspaceChange =>
  execution(id, { status: 'success', startedAt: 1, endedAt: 2 });

describe('changes', () => {
  it('are the latest of each execution, however they are taken in pieces', () => {
    const change = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean(), fc.boolean());
    fc.assert(
      fc.property(fc.array(change), (given) => {
        const [cut, whole] = [new Changes(), new Changes()];
        const seen = new Map<string, string | null>();
        const read = (changes: Changes): void => {
          const taken = changes.take();
          if (Array.isArray(taken)) for (const { id, status } of taken) seen.set(id, status);
        };
        const expected = new Map<string, string | null>();
        for (const [id, isEnd, isTaken] of given) {
          if (expected.get(id) === 'success') continue;
          const one = isEnd ? ended(id) : began(id);
          expected.set(id, one.status);
          cut.add(one);
          whole.add(one);
          if (isTaken) read(cut);
        }
        read(cut);
        expect(seen).toEqual(expected);
        const all = whole.take();
        expect(Array.isArray(all) ? all.length : 0).toBe(expected.size);
      }),
    );
  });

  it('end with the end of an execution, and no late start', () => {
    const changes = new Changes();
    for (const one of [began('a'), ended('a'), began('a')]) changes.add(one);
    expect(changes.take()).toEqual([ended('a')]);
    expect(changes.take()).toBeNull();
  });

  it('tell a reader that missed too many to read everything again, once', () => {
    const changes = new Changes();
    for (let n = 0; n <= 500; n += 1) changes.add(began(`e${n}`));
    changes.add(began('more'));
    expect(changes.take()).toBe('resync');
    expect(changes.take()).toBeNull();
  });
});
