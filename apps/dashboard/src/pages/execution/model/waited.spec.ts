import { describe, expect, it } from '@jest/globals';
import type { ExecutionEvent } from '../../../core/execution/execution-event.js';
import { applyEvents, emptyLedger } from '../../../core/execution/execution-ledger.js';
import { runFrom } from '../../../core/execution/testing/run-from.js';
import { waitedIn } from './waited.js';

const waited = (events: readonly ExecutionEvent[], nowMs = 0) =>
  waitedIn(applyEvents(emptyLedger, events), nowMs);
const tenTimes = (sign: string): string => sign.repeat(10);

describe('waitedIn', () => {
  it('adds up the gaps between tries in which nothing else ran', () => {
    const lonely = `charge #x${tenTimes('~')}${tenTimes('~')}#x`;
    expect(waited(runFrom(lonely))).toEqual({ queuedMs: 0, retryMs: 2_000, waitMs: 0 });
    const beside = `fetch ..${tenTimes('#')}`;
    expect(waited(runFrom(lonely, beside)).retryMs).toBe(1_000);
  });

  it('says how long it waited for a person until now', () => {
    expect(waited(runFrom('ask:approval ~>'), 7_000).waitMs).toBe(7_000);
  });

  it('says how long its first block had to wait', () => {
    expect(waited(runFrom(`fetch ${'.'.repeat(15)}##`)).queuedMs).toBe(1_500);
    expect(waited(runFrom('fetch ..##'))).toEqual({ queuedMs: 0, retryMs: 0, waitMs: 0 });
  });
});
