import { describe, expect, it } from '@jest/globals';
import type { Verdict } from '../../core/execution/verdict.js';
import { sentenceOf, type Sentence } from './sentence.js';

const place = { spanId: 'charge', name: 'Charge card' };
const http = { kind: 'http', status: 402 } as const;
const read = ({ before, place: named, after }: Sentence): string =>
  `${before}${named?.name ?? ''}${after}`;

describe('the sentence about an execution', () => {
  it.each<[string, Verdict]>([
    [
      'Failed after 34.2 s in Charge card: HTTP 402, third try',
      { kind: 'error', afterMs: 34_200, place, reason: http, tryNumber: 3 },
    ],
    [
      'Failed after 34.2 s in Charge card: HTTP 402',
      { kind: 'error', afterMs: 34_200, place, reason: http, tryNumber: 1 },
    ],
    [
      'Failed after 2 s: No slot was free',
      {
        kind: 'error',
        afterMs: 2_000,
        place: null,
        reason: { kind: 'message', code: 'QUEUE_TIMEOUT', message: 'No slot was free.' },
        tryNumber: 1,
      },
    ],
    [
      'Failed after 2 s in Charge card: connection reset, third try',
      {
        ...{ kind: 'error', afterMs: 2_000, place, tryNumber: 3 },
        reason: {
          ...{ kind: 'message', code: 'CONNECTION_RESET' },
          message: 'The connection closed before the answer was complete.',
        },
      },
    ],
    ['Succeeded in 842 ms', { kind: 'success', afterMs: 842 }],
    ['Cancelled after 4 s in Charge card', { kind: 'cancelled', afterMs: 4_000, place }],
    ['Cancelled after 4 s', { kind: 'cancelled', afterMs: 4_000, place: null }],
    ['Running Charge card', { kind: 'running', place, others: 0 }],
    ['Running Charge card and 2 more', { kind: 'running', place, others: 2 }],
    [
      'Retrying Charge card: HTTP 402, second try in 5 s',
      { kind: 'retrying', place, reason: http, nextTry: 2, dueMs: 14_200 },
    ],
    [
      'Retrying Charge card: HTTP 402, try 12 now',
      { kind: 'retrying', place, reason: http, nextTry: 12, dueMs: 9_000 },
    ],
    ['Waiting for an answer in Charge card', { kind: 'waiting', place, blockType: 'approval' }],
  ])('is "%s"', (text, verdict) => {
    expect(read(sentenceOf(verdict, 10_000))).toBe(text);
  });
});
