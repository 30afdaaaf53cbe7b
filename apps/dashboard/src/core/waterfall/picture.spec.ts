import { describe, expect, it } from '@jest/globals';
import { applyEvents, emptyLedger } from '../execution/execution-ledger.js';
import { runFrom } from '../execution/testing/run-from.js';
import { deliverySegments, type DeliveryTimes } from './delivery-segments.js';
import { liveLength } from './live-length.js';
import { pictureOf, type PictureOptions } from './picture.js';

const plain: PictureOptions = { nowMs: 100_000, isFolded: true, brush: null, deliveries: [] };
const picture = (drawn: readonly string[], options: Partial<PictureOptions> = {}) =>
  pictureOf(applyEvents(emptyLedger, runFrom(...drawn)), { ...plain, ...options });
const seconds = ({ startMs, endMs }: { startMs: number; endMs: number }) =>
  `${startMs / 1_000}-${endMs / 1_000}`;
const wait = '~'.repeat(50);

const billing: DeliveryTimes = {
  tries: [
    { startMs: 1_000, durationMs: 100, hasSucceeded: false, status: 500 },
    { startMs: 6_100, durationMs: 100, hasSucceeded: false, status: 500 },
  ],
  nextDueMs: 21_200,
};

describe('pictureOf', () => {
  it('folds the wait for the next try of a block', () => {
    const { scale } = picture([`charge ##x${wait}##x`]);
    expect(scale.folds.map(seconds)).toEqual(['0.3-5.3']);
    expect(seconds(scale.range)).toBe('0-5.6');
  });

  it('shows the deliveries and what is still due on the same axis', () => {
    const { scale, untilMs } = picture(['fetch ##########'], { deliveries: [billing] });
    expect(seconds(scale.range)).toBe('0-21.2');
    expect(scale.folds.map(seconds)).toEqual(['1.1-6.1', '6.2-21.2']);
    expect(scale.xOf(untilMs)).toBeGreaterThan(60);
  });

  it('does not let a wait that goes on take the width from the work', () => {
    const early = picture(['fetch ##', 'ask:approval ..~>'], { nowMs: 60_000 });
    const late = picture(['fetch ##', 'ask:approval ..~>'], { nowMs: 3_600_000 });
    for (const { scale } of [early, late]) {
      expect(scale.folds).toHaveLength(1);
      expect(scale.xOf(200)).toBeCloseTo(0.2 * (100 - 5.3));
    }
  });

  it('keeps its scale while a run goes on, until the time doubles', () => {
    const at = (nowMs: number) => picture(['fetch ##', 'call ..##>'], { nowMs }).scale.xOf(200);
    expect([at(500), at(900)]).toEqual([20, 20]);
    expect([at(1_200), at(1_800)]).toEqual([10, 10]);
    expect([100, 900, 1_000, 3_000, 60_000].map(liveLength)).toEqual([
      ...[1_000, 1_000, 2_000, 4_000, 64_000],
    ]);
  });

  it('shows a part of the time', () => {
    const { scale } = picture([`charge ##x${wait}##x`], { brush: { from: 5_200, to: 5_600 } });
    expect([scale.xOf(5_200), scale.xOf(5_600), scale.xOf(0)]).toEqual([0, 100, 0]);
  });
});

describe('deliverySegments', () => {
  it('has tries, gaps and what is due', () => {
    const kinds = deliverySegments(billing).map(({ kind }) => kind);
    expect(kinds).toEqual(['failed', 'gap', 'failed', 'gap', 'next']);
    const delivered = [{ startMs: 0, durationMs: 84, hasSucceeded: true, status: 200 }];
    expect(deliverySegments({ tries: delivered, nextDueMs: null })).toEqual([
      { kind: 'delivered', startMs: 0, endMs: 84 },
    ]);
  });
});
