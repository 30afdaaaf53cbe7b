import { expect, it } from '@jest/globals';
import { HaltedPartitions } from './halted-partitions.js';

it('pauses a halted partition at its record and reports it until it is forgotten', () => {
  const calls: unknown[] = [];
  const halted = new HaltedPartitions({
    consumer: {
      seek: (position) => void calls.push(['seek', position]),
      pause: (partitions) => void calls.push(['pause', partitions]),
    },
    ...{ groupId: 'g', topic: 't' },
    logger: { error: (details) => void calls.push(['log', details]) },
  });
  expect([halted.problem(), halted.size]).toEqual([null, 0]);
  halted.halt(3, 9, 'unknown schema id 7');
  const source = { topic: 't', partition: 3, offset: 9 };
  expect(calls).toEqual([
    ['seek', source],
    ['pause', [{ topic: 't', partition: 3 }]],
    ['log', { ...source, groupId: 'g', reason: 'unknown schema id 7' }],
  ]);
  expect([halted.problem(), halted.has(3), halted.has(4), halted.size]).toEqual([
    'partition 3 halted: offset 9: unknown schema id 7',
    ...[true, false, 1],
  ]);
  halted.forget(3);
  expect([halted.problem(), halted.has(3)]).toEqual([null, false]);
});
