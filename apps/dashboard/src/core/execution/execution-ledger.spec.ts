import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ExecutionEvent } from './execution-event.js';
import { applyEvents, emptyLedger, type ExecutionLedger } from './execution-ledger.js';
import { executionStatus, spanStatus } from './span-status.js';
import { runFrom } from './testing/run-from.js';

const replay = (events: readonly ExecutionEvent[]): ExecutionLedger =>
  applyEvents(emptyLedger, events);

/** What a page shows of it; the version only says that something changed. */
const picture = ({ version: _, spans, ...facts }: ExecutionLedger) => ({
  ...facts,
  spans: new Map([...spans].sort(([a], [b]) => (a < b ? -1 : 1))),
});

const failedRun = runFrom(
  'fetch      ####',
  'each:loop  ....########',
  'call@each[0] ....###',
  'call@each[1] .......#x~##',
  'charge     ............###x~~~###x',
);
const liveRun = runFrom('fetch ####', 'ask:approval ....~~~>', 'charge ....##x~~~~>');
const texts: ExecutionEvent[] = [2, 3, 5].map((sequence) => ({
  ...{ type: 'textStreamed', blockId: 'fetch', iteration: '' },
  ...{ sequence, attemptNumber: 1, text: `piece ${sequence} ` },
}));

const lines = fc.array(
  fc
    .tuple(fc.constantFrom('a', 'b', 'c@l[0]', 'c@l[1]'), fc.stringMatching(/^\.{0,5}#{1,4}$/))
    .chain(([name, cells]) =>
      fc.constantFrom('', 'x', 'x~#', 'x~~#x', '>').map((end) => `${name} ${cells}${end}`),
    ),
  { maxLength: 6 },
);

/** The same events in batches, each batch maybe repeated, also long after. */
function cutWithRepeats(
  events: readonly ExecutionEvent[],
  cuts: readonly { readonly size: number; readonly again: number }[],
): ExecutionEvent[][] {
  const batches: ExecutionEvent[][] = [];
  let from = 0;
  for (const { size, again } of cuts) {
    batches.push(events.slice(from, from + size));
    const repeated = batches[again % batches.length];
    if (repeated !== undefined) batches.push(repeated);
    from += size;
  }
  return [...batches, events.slice(from)];
}

const cuts = fc.array(fc.record({ size: fc.nat(4), again: fc.nat(20) }), { maxLength: 12 });

describe('applyEvents', () => {
  it('gives the same picture live and replayed, in any cut and with repeats', () => {
    fc.assert(
      fc.property(lines, cuts, (drawn, sizes) => {
        const events = runFrom(...drawn);
        const live = cutWithRepeats(events, sizes).reduce(applyEvents, emptyLedger);
        expect(picture(live)).toEqual(picture(replay(events)));
      }),
    );
  });

  it('gives the same picture in any order, text apart', () => {
    const shuffled = fc.shuffledSubarray(failedRun, { minLength: failedRun.length });
    fc.assert(
      fc.property(shuffled, (events) => {
        expect(picture(replay(events))).toEqual(picture(replay(failedRun)));
      }),
    );
  });

  it('keeps what did not change as the same object', () => {
    fc.assert(
      fc.property(lines, cuts, (drawn, sizes) => {
        let before = emptyLedger;
        for (const batch of cutWithRepeats(runFrom(...drawn), sizes)) {
          const after = applyEvents(before, batch);
          expect(applyEvents(after, batch)).toBe(after);
          for (const [id, span] of before.spans)
            if (JSON.stringify(span) === JSON.stringify(after.spans.get(id)))
              expect(after.spans.get(id)).toBe(span);
          before = after;
        }
      }),
    );
  });

  it('reads the text of a running block piece by piece, each once', () => {
    const [start] = runFrom('fetch #>').slice(1);
    const read = [...texts.slice(0, 2), ...texts].reduce(
      (ledger, event) => applyEvents(ledger, [event]),
      replay([start!]),
    );
    expect(read.spans.get('fetch')?.streamed?.text).toBe('piece 2 piece 3 piece 5 ');
  });

  it('begins the text anew with the next try and with another start', () => {
    const [start] = runFrom('fetch #>').slice(1);
    const second: ExecutionEvent = {
      ...{ type: 'textStreamed', blockId: 'fetch', iteration: '' },
      ...{ sequence: 9, attemptNumber: 2, text: 'second' },
    };
    const read = replay([start!, ...texts, second]);
    expect(read.spans.get('fetch')?.streamed?.text).toBe('second');
    const [, again] = runFrom('fetch ..#>');
    expect(applyEvents(read, [again!]).spans.get('fetch')?.streamed?.text).toBe('');
  });
});

describe('states', () => {
  it('derives the state of each span', () => {
    const { spans } = replay(liveRun);
    const states = [...spans.values()].map((span) => [span.id, spanStatus(span, false)]);
    expect(Object.fromEntries(states)).toEqual({
      ...{ fetch: 'success', ask: 'waiting', charge: 'retrying' },
    });
  });

  it('counts a block that never ended as cancelled when its execution did', () => {
    const { spans } = replay(liveRun);
    expect(spanStatus(spans.get('ask')!, true)).toBe('cancelled');
  });

  it.each([
    ['running', ['fetch ##>']],
    ['retrying', ['fetch ##>', 'charge #x~~>']],
    ['paused', ['fetch ##', 'ask:approval ..~~>', 'each:loop #>']],
    ['running', ['fetch ##>', 'ask:approval ..~~>']],
    ['error', ['fetch ##x']],
    ['success', ['fetch ##']],
  ])('says %s for %j', (status, drawn) => {
    expect(executionStatus(replay(runFrom(...drawn)))).toBe(status);
  });

  it('says queued until the first block begins', () => {
    const queued = replay([{ type: 'executionStarted', atMs: 0 }, { type: 'executionQueued' }]);
    expect(executionStatus(queued)).toBe('queued');
    expect(executionStatus(applyEvents(queued, runFrom('fetch #>')))).toBe('running');
  });
});
