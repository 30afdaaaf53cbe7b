import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyEvents, emptyLedger } from './execution-ledger.js';
import { streamEvent } from './stream-event.js';
import { type Trace, traceEvents } from './trace-events.js';

const at = (ms: number): string => new Date(Date.UTC(2026, 10, 21, 10) + ms).toISOString();
const place = { blockId: 'call', iteration: 'each[3]' };
const block = { ...place, blockName: 'Call', blockType: 'api' };
const failure = { code: 'HTTP_STATUS', message: 'The server answered with status 402' };

/** The same run, as its stream tells it and as it is stored. */
const streamed: readonly (readonly [string, object])[] = [
  ['execution.started', { startedAt: at(0), trigger: 'api' }],
  [
    'execution.paused',
    { pausedAt: at(1), waits: [{ blockId: '', iteration: '', kind: 'turn', dueAt: null }] },
  ],
  ['execution.resumed', { resumedAt: at(5), reason: 'turn' }],
  ['block.started', { ...block, startedAt: at(10) }],
  [
    'block.attempt_failed',
    {
      ...place,
      attemptNumber: 1,
      status: 503,
      errorCode: 'HTTP_STATUS',
      message: 'Busy',
      durationMs: 40,
      occurredAt: at(50),
      retryAt: at(550),
    },
  ],
  [
    'block.completed',
    {
      ...block,
      startedAt: at(10),
      endedAt: at(600),
      ports: [],
      output: { status: 402 },
      error: failure,
      attempts: 2,
      cost: 0.5,
    },
  ],
  [
    'block.started',
    { ...block, iteration: '', blockId: 'child', blockType: 'workflow', startedAt: at(600) },
  ],
  [
    'block.completed',
    {
      ...block,
      iteration: '',
      blockId: 'child',
      blockType: 'workflow',
      startedAt: at(600),
      endedAt: at(700),
      ports: ['out'],
      output: { executionId: 'c1' },
      error: null,
      attempts: 1,
      cost: 0,
    },
  ],
  [
    'execution.completed',
    {
      status: 'error',
      level: 'error',
      endedAt: at(700),
      totalDurationMs: 700,
      error: { ...failure, blockId: 'call', blockName: 'Call' },
      output: null,
    },
  ],
];

const stored = {
  status: 'error',
  startedAt: at(0),
  endedAt: at(700),
  error: { ...failure, blockId: 'call', blockName: 'Call' },
  blocks: { call: { name: 'Call', type: 'api' }, child: { name: 'Call', type: 'workflow' } },
  spans: [
    {
      id: 'call:each[3]',
      at: 10,
      ms: 590,
      ports: [],
      attemptCount: 2,
      cost: 0.5,
      error: { ...failure, status: 402 },
    },
    { id: 'child', at: 600, ms: 100, executionId: 'c1' },
  ],
  tries: [
    {
      id: 'call:each[3]',
      attemptNumber: 1,
      status: 503,
      code: 'HTTP_STATUS',
      message: 'Busy',
      at: 50,
      ms: 40,
      retryAt: 550,
    },
  ],
} as unknown as Trace;

describe('an execution', () => {
  it('looks the same by its stream and by its trace', () => {
    const events = streamed.map(([name, data], index) => streamEvent(name, index, data));
    expect(events.filter((event) => event === null)).toHaveLength(1);
    const live = applyEvents(
      emptyLedger,
      events.filter((event) => event !== null),
    );
    const loaded = applyEvents(emptyLedger, traceEvents(stored));
    expect(loaded).toEqual({ ...live, wasQueued: false });
    expect(
      applyEvents(
        loaded,
        events.filter((event) => event !== null && event.type !== 'executionQueued'),
      ),
    ).toBe(loaded);
  });

  it('is queued by its trace too', () => {
    const queued = { ...stored, status: 'queued', endedAt: null, spans: [], tries: [] };
    expect(applyEvents(emptyLedger, traceEvents(queued)).wasQueued).toBe(true);
  });

  it('survives events of any shape', () => {
    const names = fc.constantFrom(...streamed.map(([name]) => name), 'other');
    fc.assert(fc.property(names, fc.anything(), (name, data) => void streamEvent(name, 1, data)));
  });
});

describe('places in the ledger', () => {
  it('are added to what the stream has told', () => {
    const events = streamed.flatMap(([name, data], at) => streamEvent(name, at, data) ?? []);
    const live = applyEvents(emptyLedger, events);
    const placed = {
      ...stored,
      spans: stored.spans.map((span, at) => ({ ...span, offset: 40 + at, tokens: 7 })),
      tries: stored.tries.map((one) => ({ ...one, offset: 12 })),
    };
    const after = applyEvents(live, traceEvents(placed));
    expect(after).toEqual({
      ...applyEvents(emptyLedger, traceEvents(placed)),
      version: 2,
      wasQueued: true,
    });
    expect(applyEvents(after, events)).toBe(after);
    expect(after.spans.get('child')).toMatchObject({ offset: 41, tokens: 7 });
  });
});
