import { expect, it } from '@jest/globals';
import type { Consumer } from 'kafkajs';
import { AssignmentHandover } from './assignment-handover.js';
import { ConsumerPositions } from './consumer-positions.js';
import { GroupMembership } from './group-membership.js';

const kafkajs = { seek() {}, resume() {} } as unknown as Consumer;

it('AssignmentHandover keeps the positions when it refuses an assignment', () => {
  const positions = new ConsumerPositions(false);
  const membership = new GroupMembership(6000);
  let generation = 0;
  const assign = (handover: AssignmentHandover, memberId: string, partitions: number[]) => {
    membership.joinSent();
    membership.syncAnswered(memberId, (generation += 1), 0);
    return handover.take({ t: partitions });
  };
  const first = new AssignmentHandover(kafkajs, positions, membership);
  assign(first, 'me', [0, 1]);
  positions.seek({ topic: 't', partition: 0, offset: 5 });
  assign(first, 'me', [1, 2]);
  expect(() => assign(first, 'me', [0])).toThrow('an old seek');
  const next = new AssignmentHandover(kafkajs, positions, membership);
  expect(assign(next, 'another', [0])).toMatchObject({
    added: [{ topic: 't', partition: 0 }],
    removed: [
      { topic: 't', partition: 1 },
      { topic: 't', partition: 2 },
    ],
  });
});
