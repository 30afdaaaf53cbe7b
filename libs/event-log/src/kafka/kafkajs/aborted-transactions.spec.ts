import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hideAborted, type FetchedPartition, type FetchedRecord } from './aborted-transactions.js';

interface Step {
  readonly producer: number;
  /** A producer's step: a record in its transaction, one outside any, or the transaction's end. */
  readonly act: 'send' | 'plain' | 'abort' | 'commit';
}

const commitKey = Buffer.from([0, 0, 0, 1]);
const abortKey = Buffer.from([0, 0, 0, 0]);

/** A partition as a broker keeps it. Aborted transactions are in the order in which they end. */
function partitionOf(steps: readonly Step[]) {
  const messages: FetchedRecord[] = [];
  const visible: string[] = [];
  const open = new Map<number, string[]>();
  const abortedTransactions: { producerId: string; firstOffset: string; lastOffset: number }[] = [];
  for (const { producer, act } of steps) {
    const transaction = open.get(producer);
    const ends = act === 'abort' || act === 'commit';
    if (ends && transaction === undefined) continue;
    const offset = String(messages.length);
    messages.push({
      offset,
      // A data record whose key looks like a marker's: only the batch tells the two apart.
      key: ends && act === 'commit' ? commitKey : abortKey,
      isControlRecord: ends,
      batchContext: {
        producerId: String(producer),
        inTransaction: act !== 'plain',
        isControlBatch: ends,
      },
    });
    if (act === 'plain') visible.push(offset);
    else if (act === 'send') open.set(producer, [...(transaction ?? []), offset]);
    else if (transaction !== undefined) {
      open.delete(producer);
      if (act === 'commit') visible.push(...transaction);
      else
        abortedTransactions.push({
          producerId: String(producer),
          firstOffset: transaction[0] ?? '',
          lastOffset: Number(offset),
        });
    }
  }
  const lastStable = Math.min(
    messages.length,
    ...[...open.values()].map(([first]) => Number(first)),
  );
  return { messages: messages.slice(0, lastStable), visible, abortedTransactions };
}

const steps = fc.array(
  fc.record({
    producer: fc.integer({ min: 1, max: 4 }),
    act: fc.constantFrom<Step['act']>('send', 'send', 'send', 'plain', 'abort', 'commit'),
  }),
  { maxLength: 60 },
);

describe('aborted transactions', () => {
  it('are hidden, and no other record is, from any fetch offset', () => {
    fc.assert(
      fc.property(steps, fc.nat({ max: 59 }), (acts, from) => {
        const { messages, visible, abortedTransactions } = partitionOf(acts);
        const fetched: FetchedPartition = {
          messages: messages.slice(from).map((record) => ({ ...record })),
          abortedTransactions: abortedTransactions.filter(({ lastOffset }) => lastOffset >= from),
        };
        hideAborted(fetched);
        const seen = fetched.messages.filter(({ isControlRecord }) => !isControlRecord);
        const expected = visible
          .map(Number)
          .filter((offset) => offset >= from && offset < messages.length);
        expect(seen.map(({ offset }) => Number(offset))).toEqual(expected.sort((a, b) => a - b));
      }),
    );
  });
});
