import { describe, expect, it } from '@jest/globals';
import type { ExecutionEvent } from './execution-event.js';
import { applyEvents, emptyLedger } from './execution-ledger.js';
import { outlineOf } from './outline.js';
import { runFrom } from './testing/run-from.js';
import { containersAround, failedSpans, verdictOf } from './verdict.js';

const outline = outlineOf({ blocks: [{ id: 'gone', name: 'Gone', type: 'api' }], edges: [] });
const verdict = (events: readonly ExecutionEvent[]) =>
  verdictOf(applyEvents(emptyLedger, events), outline);

describe('verdictOf', () => {
  it('says where and why it failed, and after how many tries', () => {
    expect(verdict(runFrom('fetch ##', 'charge ..#x~~#x~~~~~#x'))).toEqual({
      ...{ kind: 'error', afterMs: 1_500, tryNumber: 3 },
      place: { spanId: 'charge', name: 'charge' },
      reason: { kind: 'http', status: 402 },
    });
  });

  it('names the block in the iteration that failed', () => {
    const events = runFrom('call@each[0] #', 'call@each[1] .#x');
    expect(verdict(events)).toMatchObject({ place: { spanId: 'call:each[1]' } });
  });

  it('says why no block could run', () => {
    const error = {
      code: 'QUEUE_TIMEOUT',
      message: 'No slot was free',
      blockId: null,
      blockName: null,
    };
    const events: ExecutionEvent[] = [
      { type: 'executionStarted', atMs: 0 },
      { type: 'executionCompleted', status: 'error', endMs: 900, error },
    ];
    expect(verdict(events)).toEqual({
      ...{ kind: 'error', afterMs: 900, place: null, tryNumber: 1 },
      reason: { kind: 'message', code: 'QUEUE_TIMEOUT', message: 'No slot was free' },
    });
    const inBlock = { ...error, blockId: 'gone' };
    expect(
      verdict([...events.slice(0, 1), { ...events[1]!, error: inBlock } as ExecutionEvent]),
    ).toMatchObject({ place: { spanId: 'gone', name: 'Gone' } });
  });

  it.each([
    [['fetch ##'], { kind: 'success', afterMs: 200 }],
    [['fetch ##>'], { kind: 'running', place: { spanId: 'fetch' }, others: 0 }],
    [
      ['fetch ##>', 'charge .##>', 'ask:approval ..~>'],
      { kind: 'running', place: { spanId: 'charge' }, others: 2 },
    ],
    [
      ['charge #x~~>'],
      {
        kind: 'retrying',
        place: { spanId: 'charge' },
        nextTry: 2,
        dueMs: 400,
        reason: { status: 503 },
      },
    ],
    [['ask:approval ..~>'], { kind: 'waiting', place: { spanId: 'ask' }, blockType: 'approval' }],
  ])('of %j', (drawn, expected) => {
    expect(verdict(runFrom(...drawn))).toMatchObject(expected);
  });

  it('names what a cancelled execution left', () => {
    const events = runFrom('fetch ##', 'charge ..##>');
    const cancelled: ExecutionEvent = {
      type: 'executionCompleted',
      ...{ status: 'cancelled', endMs: 700, error: null },
    };
    expect(verdict([...events, cancelled])).toMatchObject({
      ...{ kind: 'cancelled', afterMs: 700, place: { spanId: 'charge' } },
    });
  });
});

describe('failedSpans', () => {
  it('leaves out the containers of what failed', () => {
    const ledger = applyEvents(
      emptyLedger,
      runFrom('call@a[0].b[2] #x', 'b:loop@a[0] ##x', 'a:loop ##x', 'late ....x'),
    );
    expect(failedSpans(ledger).map(({ id }) => id)).toEqual(['call:a[0].b[2]', 'late']);
    expect(containersAround('a[0].b[2]')).toEqual(['b:a[0]', 'a']);
  });
});
