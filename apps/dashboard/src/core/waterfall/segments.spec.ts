import { describe, expect, it } from '@jest/globals';
import { applyEvents, emptyLedger } from '../execution/execution-ledger.js';
import { columnMs, runFrom } from '../execution/testing/run-from.js';
import { type Segment, segmentsOf, waitedMs } from './segments.js';

const letters = { run: '#', running: '>', failed: 'x', wait: '~', gap: '-', queued: 'q' } as const;

/** Draws segments as `runFrom` reads them. */
const drawn = (segments: readonly Segment[]): string =>
  segments
    .map(({ kind, startMs, endMs }) => {
      if (kind === 'next') return '!';
      if (kind === 'cancelled') return '/'.repeat((endMs - startMs) / columnMs);
      return letters[kind].repeat((endMs - startMs) / columnMs);
    })
    .join('');

function segments(line: string, untilColumn: number, hasEnded = false): Segment[] {
  const ledger = applyEvents(emptyLedger, runFrom(line));
  return segmentsOf([...ledger.spans.values()][0]!, untilColumn * columnMs, hasEnded);
}

describe('segmentsOf', () => {
  it.each([
    ['call ..###', 9, '###'],
    ['call ..##x', 9, 'xxx'],
    ['call ..##x~~~###', 20, 'xxx---###'],
    ['call ##x~~~##x~~~~~#x', 20, 'xxx---xxx-----xx'],
    ['call ..##>', 9, '>>>>>>>'],
    ['call ##x~~~~>', 5, 'xxx--!'],
    ['call ##x~~~~>', 9, 'xxx---->>'],
    ['ask:approval ..~~~~', 9, '~~~~'],
    ['ask:approval ..~~>', 9, '~~~~~~~'],
  ])('draws %s until %d', (line, until, expected) => {
    expect(drawn(segments(line, until))).toBe(expected);
  });

  it('shows a block that its execution left as cancelled', () => {
    expect(drawn(segments('call ..##>', 6, true))).toBe('////');
    expect(drawn(segments('call #x~~~~>', 4, true))).toBe('xx--');
  });

  it('shows a try that began late as queued before', () => {
    const ledger = applyEvents(emptyLedger, runFrom('call ##x~~##x~~#'));
    const [span] = [...ledger.spans.values()];
    const [first, second] = span!.failedTries;
    const late = { ...span!, failedTries: [first!, { ...second!, durationMs: columnMs }] };
    expect(drawn(segmentsOf(late, 2_000, true))).toBe('xxx--qqx--#');
  });

  it('adds up what was waited for', () => {
    expect(waitedMs(segments('call ##x~~~##x~~~~~#x', 20), 'gap')).toBe(800);
  });
});
