/**
 * Histories that released engines wrote (test/histories/<release>/). From every point of each, the
 * current engine reaches the same end, starts nothing that has a result, and reads the whole as it
 * was read then.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkDefinition, compileWorkflow, type CompiledWorkflow } from '@libs/blocks';
import { decodeRecord, type ExecutionRequested } from '@libs/contracts';
import { addressKey, type ExecutionEvent } from '@libs/execution';
import { createSandbox, type Sandbox } from '@libs/sandbox';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedHistory } from '../../../../test/histories/record.js';
import { historyOf, ownExecution } from '../../../../test/support/owned-execution.js';

const kept = join(import.meta.dirname, '../../../../test/histories');
const cases = readdirSync(kept, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: release }) =>
    readdirSync(join(kept, release)).map((file) => [release, file.replace('.json', '')] as const),
  );

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = createSandbox();
});
afterAll(() => sandbox.close());

interface Recorded {
  readonly executionId: string;
  readonly workflow: CompiledWorkflow;
  readonly events: readonly ExecutionEvent[];
}

function read(release: string, name: string): Recorded {
  const text = readFileSync(join(kept, release, `${name}.json`), 'utf8');
  const { executionId, definition, frames } = JSON.parse(text) as RecordedHistory;
  const checked = checkDefinition(definition);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return {
    executionId,
    workflow: compileWorkflow(checked.definition).workflow,
    events: frames.map((frame) => decodeRecord(Buffer.from(frame, 'base64')) as ExecutionEvent),
  };
}

function requestOf([first]: readonly ExecutionEvent[]): ExecutionRequested {
  if (first?.type !== 'ExecutionStarted') throw new Error('a history begins with its start');
  return { ...first.data, repeat: false };
}

const outputs = (events: readonly ExecutionEvent[]): Map<string, string> =>
  new Map(
    events.flatMap((event) =>
      event.type === 'BlockCompleted' ? [[addressKey(event.data), event.data.output] as const] : [],
    ),
  );

const endOf = (events: readonly ExecutionEvent[]): unknown => {
  const last = events.at(-1);
  return last?.type === 'ExecutionCompleted' ? [last.data.status, last.data.error?.code] : null;
};

/** Continues after the first `count` events as successive owners would. */
async function goOn(
  { executionId, workflow, events }: Recorded,
  count: number,
): Promise<ExecutionEvent[]> {
  const ledger = events.slice(0, count);
  const recorded = outputs(events);
  const request = requestOf(events);
  const answer = (key: string): Promise<{ data?: unknown; status?: number }> => {
    const [, blockId = '', iteration = ''] = key.split(':');
    const output = recorded.get(addressKey({ blockId, iteration })) ?? '{}';
    return Promise.resolve(JSON.parse(output) as { data?: unknown; status?: number });
  };
  const wakeUp = (blockId: string, iteration: string) => {
    const resumed = events.find(
      (event) =>
        event.type === 'ExecutionResumed' &&
        event.data.blockId === blockId &&
        event.data.iteration === iteration,
    );
    const reason = resumed?.type === 'ExecutionResumed' ? resumed.data.reason : 'timer';
    const output = recorded.get(addressKey({ blockId, iteration })) ?? '{}';
    const { data } = JSON.parse(output) as { data?: unknown };
    return { reason, data: reason === 'data' ? JSON.stringify(data) : null } as never;
  };
  const nowMs = (events.at(-1)?.data as { occurredAt?: number } | undefined)?.occurredAt ?? 0;
  for (let owners = 0; historyOf(executionId, ledger).ended === null; owners += 1) {
    if (owners > 20) throw new Error(`it does not end: ${ledger.map(({ type }) => type).join()}`);
    const owned = { request, workflow, ledger, diesAfter: 0, pick: 0, nowMs };
    await ownExecution({ ...owned, sandbox, answer, wakeUp });
  }
  return ledger;
}

describe('the history of a released engine', () => {
  it.each(cases)('(release %s: %s) reaches its end and ignores repeats', (release, name) => {
    const { executionId, events } = read(release, name);
    const history = historyOf(executionId, events);
    expect(history.ended).not.toBeNull();
    expect(historyOf(executionId, [...events, ...events])).toEqual(history);
  });

  // Releases 1 and 2 predate the engine version.
  it.each(cases.filter(([release]) => Number(release) > 2))(
    '(release %s: %s) names the engine version in its first event',
    (release, name) => {
      const [first] = read(release, name).events;
      expect(first?.data).toMatchObject({ engineVersion: release });
    },
  );

  // A cancellation comes from outside, so the events before it do not lead to it.
  it.each(cases.filter(([, name]) => name !== 'cancelled'))(
    '(release %s: %s) continues from each event to the same end',
    async (release, name) => {
      const recorded = read(release, name);
      for (let count = 1; count <= recorded.events.length; count += 1) {
        const ledger = await goOn(recorded, count);
        expect([count, endOf(ledger)]).toEqual([count, endOf(recorded.events)]);
        expect([...outputs(ledger).keys()].sort()).toEqual(
          [...outputs(recorded.events).keys()].sort(),
        );
        const results = ledger.filter(({ type }) => type === 'BlockCompleted');
        expect(results).toHaveLength(outputs(ledger).size);
      }
    },
  );
});
