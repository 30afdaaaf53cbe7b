import { expect, it } from '@jest/globals';
import type { OffsetCommit } from '@libs/event-log';
import { OffsetCommitter } from './offset-committer.js';

it('commits changed offsets only, and repeats a commit that failed', async () => {
  const calls: (readonly OffsetCommit[])[] = [];
  let isMember = true;
  const commit = (commits: readonly OffsetCommit[]): Promise<void> => {
    calls.push(commits);
    return isMember ? Promise.resolve() : Promise.reject(new Error('rebalanced'));
  };
  const committer = new OffsetCommitter({ commit });
  const [a, b, again] = [{}, {}, {}];
  const at = (holder: object, partition: number, offset: number) => ({
    ...{ holder, state: offset },
    commits: [{ topic: 't', partition, offset }],
  });
  await committer.commit([at(a, 0, 5), at(b, 1, 7)]);
  await committer.commit([at(a, 0, 5), at(b, 1, 7)]);
  isMember = false;
  await expect(committer.commit([at(a, 0, 6), at(b, 1, 7)])).rejects.toThrow('rebalanced');
  isMember = true;
  await committer.commit([at(a, 0, 6), at(b, 1, 7)]);
  // Assigned anew, at the same offset.
  await committer.commit([at(again, 0, 6)]);
  expect(
    calls.map((commits) => commits.map(({ partition, offset }) => [partition, offset])),
  ).toEqual([
    [
      [0, 5],
      [1, 7],
    ],
    [[0, 6]],
    [[0, 6]],
    [[0, 6]],
  ]);
});
