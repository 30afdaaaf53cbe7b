import { describe, expect, it } from '@jest/globals';
import { newHistory } from '@libs/execution';
import fc from 'fast-check';
import type { Command } from '../execution/command.js';
import type { LiveExecution } from '../execution/live-execution.js';
import { ExecutionIndex } from './execution-index.js';
import type { Takeover } from './takeover.js';

const indexAfter = (takeover: Partial<Takeover> = {}): ExecutionIndex =>
  new ExecutionIndex({
    ...{ unfinished: new Map(), frozen: new Set(), parked: new Map(), ended: new Set() },
    ...takeover,
  });
const cancel = (offset: number, executionId: string): Command => ({
  ...{ kind: 'cancel', executionId, offset, reason: 'enough' },
});
const live = (executionId: string): LiveExecution => ({ executionId }) as LiveExecution;

describe('the executions of a partition', () => {
  it('have one state each, from request to end', () => {
    const index = indexAfter();
    const states = [index.stateOf('a')];
    index.request('a');
    states.push(index.stateOf('a'));
    index.run(live('a'));
    index.wake('a');
    states.push(index.stateOf('a'));
    expect([index.executionOf('a'), index.running()]).toEqual([live('a'), [live('a')]]);
    index.end('a');
    states.push(index.stateOf('a'));
    expect(states).toEqual(['unknown', 'queued', 'running', 'ended']);
    expect([index.executionOf('a'), index.running()]).toEqual([null, []]);
  });

  it('start with the state that the takeover found, frozen first', () => {
    const index = indexAfter({
      unfinished: new Map(['begun', 'new'].map((id) => [id, newHistory(id)])),
      frozen: new Set(['new']),
      parked: new Map([
        ['waits', 5],
        ['over', 3],
      ]),
      ended: new Set(['over']),
    });
    const ids = ['begun', 'new', 'waits', 'over', 'other'];
    expect(ids.map((id) => index.stateOf(id))).toEqual([
      ...['expected', 'frozen', 'parked', 'ended', 'unknown'],
    ]);
    index.wake('waits');
    index.leaveToNewer('begun');
    expect([index.stateOf('waits'), index.stateOf('begun')]).toEqual(['queued', 'left']);
    index.park('waits');
    expect(index.stateOf('waits')).toBe('parked');
  });

  it('receive an early command once their request is read, not when woken', () => {
    const index = indexAfter();
    index.addEarly(cancel(0, 'a'));
    index.addEarly(cancel(1, 'b'));
    index.wake('a');
    expect(index.takeWaiting('a')).toEqual([]);
    index.park('a');
    index.request('a');
    expect(index.takeWaiting('a')).toEqual([cancel(0, 'a')]);
    expect(index.removeEarly(cancel(0, 'a'))).toBe(false);
    expect(index.removeEarly(cancel(1, 'b'))).toBe(true);
    expect(index.stateOf('b')).toBe('unknown');
  });

  it('receive each command exactly once in any sequence of steps', () => {
    const acts = ['request', 'wake', 'run', 'end', 'park', 'takeWaiting', 'add', 'early'] as const;
    const step = fc.record({ act: fc.constantFrom(...acts), id: fc.constantFrom('a', 'b', 'c') });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const index = indexAfter();
        const added: Command[] = [];
        const given: Command[] = [];
        for (const [offset, { act, id }] of steps.entries()) {
          const command = cancel(offset, id);
          if (act === 'add' || act === 'early') added.push(command);
          if (act === 'add') index.addWaiting(command);
          else if (act === 'early') index.addEarly(command);
          else if (act === 'run') index.run(live(id));
          else if (act === 'request' || act === 'wake') index[act](id);
          else given.push(...index[act](id));
        }
        given.push(...added.filter((command) => index.removeEarly(command)));
        for (const id of ['a', 'b', 'c']) given.push(...index.park(id));
        expect(given.toSorted((one, other) => one.offset - other.offset)).toEqual(added);
      }),
    );
  });
});
