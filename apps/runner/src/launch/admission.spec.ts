import { describe, expect, it } from '@jest/globals';
import { newHistory, type ExecutionHistory } from '@libs/execution';
import { admit, type Admission } from './admission.js';
import type { Command } from '../execution/command.js';
import type { SlotAnswer, Arrival } from '../concurrency/slot-table.js';

const identity = { executionId: 'e', accountId: 'a', workflowId: 'w', requestedAt: 1_000 };
const cancel: Command = { kind: 'cancel', executionId: 'e', offset: 0, reason: 'no' };

async function ask(
  answer: SlotAnswer,
  more: {
    history?: Partial<ExecutionHistory>;
    commands?: Command[];
    whenFull?: 'queue' | 'skip';
    now?: number;
  } = {},
): Promise<{ admission: Admission; asked: Arrival[] }> {
  const asked: Arrival[] = [];
  const slots = {
    request: (arrival: Arrival) => {
      asked.push(arrival);
      return Promise.resolve(answer);
    },
  };
  const { history, commands = [], whenFull = 'queue', now = 2_000 } = more;
  const admission = await admit(
    slots,
    { commands },
    { ...newHistory('e'), ...history },
    identity,
    { blocks: [], edges: [], variables: {}, concurrency: { limit: 3, whenFull, maxWaitMs: 5_000 } },
    now,
  );
  return { admission, asked };
}

describe('admission', () => {
  it('runs with a slot, parks without one, and fails after the longest wait', async () => {
    expect((await ask('granted')).admission).toEqual({ kind: 'run' });
    expect((await ask('waits')).admission).toEqual({ kind: 'wait', dueAt: 6_000 });
    expect((await ask('waits', { now: 6_000 })).admission).toMatchObject({
      kind: 'end',
      stop: { kind: 'failed', code: 'QUEUE_TIMEOUT' },
    });
  });

  it('ends an execution that the limit skips', async () => {
    const { admission, asked } = await ask('skipped', { whenFull: 'skip' });
    expect(admission).toEqual({ kind: 'end', stop: { kind: 'skipped' } });
    expect(asked).toMatchObject([{ executionId: 'e', ownLimit: 3, skips: true, hasBegun: false }]);
  });

  it('asks for no slot when a cancellation is due or the execution was paused', async () => {
    const waiting = { parkedSequence: 2, awaitsSlot: true, lastSequence: 2 };
    const cancelled = await ask('waits', { history: waiting, commands: [cancel] });
    expect(cancelled).toEqual({ admission: { kind: 'run' }, asked: [] });
    const paused = await ask('waits', { history: { parkedSequence: 7, lastSequence: 7 } });
    expect(paused).toEqual({ admission: { kind: 'run' }, asked: [] });
  });

  it('marks an execution as begun once it is past its start and its slot wait', async () => {
    const [running] = (await ask('granted', { history: { lastSequence: 4 } })).asked;
    const [begun] = (await ask('granted', { history: { lastSequence: 1 } })).asked;
    const waiting = { parkedSequence: 2, awaitsSlot: true, lastSequence: 2 };
    const [woken] = (await ask('granted', { history: waiting })).asked;
    expect([running, begun, woken].map((one) => one?.hasBegun)).toEqual([true, false, false]);
  });
});
