/**
 * Histories that earlier releases wrote. Every later release must fold them to the same result, so
 * no case is ever removed.
 */
import { describe, expect, it } from '@jest/globals';
import { decodeRecord } from '@libs/contracts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deadlineOf, evolve, newHistory, type ExecutionEvent } from './history.js';
import { restoreHistory, UnknownStateError } from './parked-state.js';

const released = join(import.meta.dirname, '../../../schemas/released');
const types = [
  'ExecutionStarted',
  'BlockStarted',
  'BlockAttemptFailed',
  'BlockCompleted',
  'ExecutionCompleted',
];

/** The first golden record of each type, as the events of one execution. */
function historyOf(release: string): ExecutionEvent[] {
  const golden = JSON.parse(readFileSync(join(released, release, 'golden.json'), 'utf8')) as Record<
    string,
    { frame: string }[]
  >;
  return types.map((type, index) => {
    const { data } = decodeRecord(Buffer.from(golden[type]?.[0]?.frame ?? '', 'base64'));
    return { type, data: { ...data, executionId: 'e', sequence: index + 1 } } as ExecutionEvent;
  });
}

/** Exactly as it is in the ledger; never edited. */
const parkedByVersion1 =
  '{"v":1,"started":{"executionId":"e","sequence":1,"occurredAt":1,"workspaceId":"s","accountId":"a","workflowId":"w","workflowName":"W","deploymentVersion":1,"definitionHash":"h","trigger":"manual","triggerBlockId":"start","input":"{}","requestedAt":1,"requestOffset":7,"deadlineAt":1000,"engineVersion":"1","parent":null,"rerunOf":null,"carried":null},"results":[{"blockId":"call","iteration":"loop[0]","ports":["out"],"error":null,"outputText":"{\\"n\\":1}","cost":0.5,"models":null}],"open":[["pause@loop[0]",{"waitId":4,"startedAt":3,"attempts":0,"retryAt":null}]],"parkedMs":20,"traceparent":null}';

describe('a history', () => {
  it.each(readdirSync(released))('of release %s is unchanged by repeated events', (release) => {
    const events = historyOf(release);
    const history = events.reduce(evolve, newHistory('e'));
    expect(history.started).toMatchObject(
      release === '1'
        ? { parent: null, rerunOf: null, carried: null, retentionDays: 0 }
        : { parent: { depth: 7 }, carried: '[]' },
    );
    expect(history.results.size).toBe(1);
    expect(history.ended).not.toBeNull();
    expect([...events, ...events].reduce(evolve, newHistory('e'))).toEqual(history);
  });

  it('resumes from a state that version 1 parked', () => {
    const { history } = restoreHistory(parkedByVersion1, 5, 100);
    expect(history).toMatchObject({ lastSequence: 5, parkedAt: 100, parkedSequence: 5 });
    expect(history.started?.retentionDays).toBe(0);
    expect(history.results.get('call@loop[0]')).toMatchObject({ outputText: '{"n":1}', cost: 0.5 });
    expect(history.open.get('pause@loop[0]')?.waitId).toBe(4);
    const resumed = { sequence: 6, occurredAt: 400, reason: 'timer' };
    evolve(history, { type: 'ExecutionResumed', data: resumed } as unknown as ExecutionEvent);
    // 20 ms parked before and 300 ms now: the deadline moves by their sum.
    expect(deadlineOf(history)).toBe(1_320);
  });

  it('rejects a state of an unknown version', () => {
    expect(() => restoreHistory('{"v":2,"started":{}}', 5, 100)).toThrow(UnknownStateError);
  });
});
