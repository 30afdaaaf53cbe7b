import { describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { eventually } from '../../../../test/support/eventually.js';
import type { Passage } from './passage.js';
import { SuspectPassage } from './suspect-passage.js';
import { TrialGate } from './trial-gate.js';
import type { TrialPast, TrialRecords, TrialSubject } from './trial-records.js';

const innocent: TrialPast = { trials: 0, loneDeaths: 0, cause: null };

const subjectOf = (executionId: string): TrialSubject => ({
  executionId,
  ...{ partition: 0, claimOffset: 1, workspaceId: 'w', workflowId: 'f' },
});

interface World {
  readonly gate: TrialGate;
  readonly written: string[];
  readonly outcomes: string[];
  suspect(id: string): SuspectPassage;
}

function world(past: (id: string) => TrialPast | Error = () => innocent): World {
  const written: string[] = [];
  const outcomes: string[] = [];
  const note =
    (what: string) =>
    ({ executionId }: TrialSubject): Promise<void> => {
      written.push(`${what} ${executionId}`);
      return Promise.resolve();
    };
  const records: TrialRecords = {
    begin: async (subject) => {
      const found = past(subject.executionId);
      if (found instanceof Error) throw found;
      await note('begin')(subject);
      return found;
    },
    end: note('end'),
    lose: note('lose'),
    forget: () => Promise.resolve(),
  };
  const gate = new TrialGate({
    records,
    recorder: { ready: () => Promise.resolve(), watch: () => undefined, rest: () => undefined },
    logger: { warn: () => undefined },
    onTrial: (outcome) => void outcomes.push(outcome),
  });
  const suspect = (id: string): SuspectPassage => new SuspectPassage(subjectOf(id), gate);
  return { gate, written, outcomes, suspect };
}

/** Resolves once the passage is open; `through` tells whether it has been. */
function asking(passage: Passage): { through: boolean; done: Promise<void> } {
  const state = { through: false, done: Promise.resolve() };
  state.done = passage.opened().then(() => void (state.through = true));
  return state;
}

describe('trial gate', () => {
  it('lets everything pass without suspects', async () => {
    const { gate, written } = world();
    expect(gate.ordinary.isOpen).toBe(true);
    await gate.ordinary.opened();
    expect(written).toEqual([]);
  });

  it('records a trial before it starts and blocks all other work during it', async () => {
    const { gate, written, suspect } = world();
    const one = suspect('one');
    expect(one.isOpen).toBe(false);
    await one.opened();
    expect(written).toEqual(['begin one']);
    expect([one.isOpen, gate.ordinary.isOpen]).toEqual([true, false]);
    const other = asking(gate.ordinary);
    await setImmediate();
    expect(other.through).toBe(false);
    one.rest();
    await other.done;
    expect([one.isOpen, gate.ordinary.isOpen]).toEqual([false, true]);
    expect(written).toEqual(['begin one', 'end one']);
  });

  it('runs one suspect at a time, and ordinary work between trials', async () => {
    const { gate, outcomes, suspect } = world();
    const passages = Array.from({ length: 20 }, (_, n) => suspect(`s${n}`));
    let ordinary = 0;
    let finished = 0;
    const compute = async (passage: SuspectPassage): Promise<void> => {
      await passage.opened();
      expect(gate.ordinary.isOpen).toBe(false);
      expect(passages.filter((one) => one.isOpen && !one.isOver)).toEqual([passage]);
      await setImmediate();
      finished += 1;
      passage.leave();
    };
    const work = async (): Promise<void> => {
      while (finished < passages.length) {
        await gate.ordinary.opened();
        ordinary += 1;
        await setImmediate();
      }
    };
    await Promise.all([...passages.map(compute), work()]);
    expect(outcomes).toEqual(passages.map(() => 'rested'));
    expect(ordinary).toBeGreaterThan(passages.length);
  });

  it('ends a trial at its deadline and tries the suspect again', async () => {
    const { gate, outcomes, suspect } = world();
    const slow = suspect('slow');
    await slow.opened();
    await gate.ordinary.opened();
    expect(outcomes).toEqual(['deadline']);
    expect(slow.isOpen).toBe(false);
    await slow.opened();
    expect([slow.isOpen, gate.ordinary.isOpen]).toEqual([true, false]);
    slow.leave();
  });

  it('quarantines a suspect after two lone deaths', async () => {
    const { gate, outcomes, suspect } = world(() => ({ trials: 3, loneDeaths: 2, cause: 'heap' }));
    const poison = suspect('poison');
    await poison.opened();
    expect(poison.quarantine).toMatch(/2 times.*heap/);
    expect(outcomes).toEqual(['quarantined']);
    expect([poison.isOpen, gate.ordinary.isOpen]).toEqual([true, true]);
  });

  it('blocks only the suspect while Postgres is down', async () => {
    let isAway = true;
    const { gate, suspect } = world(() => (isAway ? new Error('away') : innocent));
    const one = asking(suspect('one'));
    await gate.ordinary.opened();
    expect([one.through, gate.ordinary.isOpen]).toEqual([false, true]);
    isAway = false;
    await one.done;
    expect(gate.ordinary.isOpen).toBe(false);
  });

  it('runs the next suspect after the partition of the current one is lost', async () => {
    const { gate, written, outcomes, suspect } = world();
    const [lost, next] = [suspect('lost'), suspect('next')];
    await lost.opened();
    lost.abandon();
    await next.opened();
    next.leave();
    await eventually('the gate is open', () => gate.ordinary.isOpen);
    expect(outcomes).toEqual(['lost', 'rested']);
    expect(written).toEqual(['begin lost', 'lose lost', 'begin next', 'end next']);
  });
});
