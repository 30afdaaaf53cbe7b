import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { assignSticky, type GroupMember } from './sticky-assignment.js';

const topicNames = ['events', 'requests', 'control'];

interface Case {
  readonly members: GroupMember[];
  readonly counts: Map<string, number>;
}

/** Members with realistic claims: stale, overlapping, or of partitions that no longer exist. */
const cases = fc
  .record({
    ids: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 7 }),
    topics: fc.subarray(topicNames, { minLength: 1 }),
    partitions: fc.integer({ min: 1, max: 20 }),
  })
  .chain(({ ids, topics, partitions }) =>
    fc
      .tuple(
        ...ids.map((memberId) =>
          fc.record({
            memberId: fc.constant(memberId),
            topics: fc.constant(topics),
            generation: fc.integer({ min: -1, max: 4 }),
            owned: fc
              .uniqueArray(fc.integer({ min: 0, max: 25 }), { maxLength: 20 })
              .map((owned) => Object.fromEntries(topics.map((topic) => [topic, owned]))),
          }),
        ),
      )
      .map((members): Case => ({
        members,
        counts: new Map(topics.map((topic) => [topic, partitions])),
      })),
  );

const shares = (assignment: ReturnType<typeof assignSticky>): string[][] =>
  Array.from(assignment.values(), (topics) =>
    Object.entries(topics).flatMap(([topic, partitions]) => partitions.map((p) => `${topic}/${p}`)),
  );

const everyPartition = (counts: ReadonlyMap<string, number>): string[] =>
  Array.from(counts, ([topic, count]) => Array.from({ length: count }, (_, p) => `${topic}/${p}`))
    .flat()
    .sort();

const spread = (sizes: readonly number[]): number => Math.max(...sizes) - Math.min(...sizes);

describe.each([true, false])('the sticky assignment (co-partitioned: %s)', (coPartitioned) => {
  it('gives every partition to exactly one member', () => {
    fc.assert(
      fc.property(cases, ({ members, counts }) => {
        expect(
          shares(assignSticky(members, counts, coPartitioned))
            .flat()
            .sort(),
        ).toEqual(everyPartition(counts));
      }),
    );
  });

  it('keeps shares within one unit of each other', () => {
    fc.assert(
      fc.property(cases, ({ members, counts }) => {
        const sizes = shares(assignSticky(members, counts, coPartitioned)).map(
          ({ length }) => length,
        );
        expect(spread(sizes)).toBeLessThanOrEqual(coPartitioned ? counts.size : 1);
      }),
    );
  });

  it('is the same for any order of members', () => {
    fc.assert(
      fc.property(cases, ({ members, counts }) => {
        const one = assignSticky(members, counts, coPartitioned);
        const other = assignSticky([...members].reverse(), counts, coPartitioned);
        expect(Object.fromEntries(other)).toEqual(Object.fromEntries(one));
      }),
    );
  });

  it('moves nothing for the same members, and the minimum when they change', () => {
    fc.assert(
      fc.property(cases, fc.nat({ max: 6 }), fc.boolean(), ({ members, counts }, at, joins) => {
        const before = assignSticky(members, counts, coPartitioned);
        const settled = members.map((member) => ({
          ...member,
          generation: 9,
          owned: before.get(member.memberId) ?? {},
        }));
        expect(Object.fromEntries(assignSticky(settled, counts, coPartitioned))).toEqual(
          Object.fromEntries(before),
        );

        const newcomer = {
          memberId: 'newcomer',
          topics: [...counts.keys()],
          generation: -1,
          owned: {},
        };
        const changed = joins
          ? [...settled, newcomer]
          : settled.filter((_, i) => i !== at % settled.length);
        if (changed.length === 0) return;
        const after = assignSticky(changed, counts, coPartitioned);
        const topic = [...counts.keys()][0] ?? '';
        const unitsOf = (assignment: typeof after, memberId: string): string[] =>
          coPartitioned
            ? (assignment.get(memberId)?.[topic] ?? []).map(String)
            : Object.entries(assignment.get(memberId) ?? {}).flatMap(([t, ps]) =>
                ps.map((p) => `${t}/${p}`),
              );
        const had = changed.map(({ memberId }) => unitsOf(before, memberId));
        const kept = changed.map(
          ({ memberId }, i) =>
            unitsOf(after, memberId).filter((unit) => had[i]?.includes(unit)).length,
        );
        const units = coPartitioned ? (counts.get(topic) ?? 0) : everyPartition(counts).length;
        const smaller = Math.floor(units / changed.length);
        const larger = Math.min(
          units % changed.length,
          had.filter(({ length }) => length > smaller).length,
        );
        const mostThatCanStay =
          had.reduce((sum, { length }) => sum + Math.min(length, smaller), 0) + larger;
        expect(kept.reduce((a, b) => a + b, 0)).toBe(mostThatCanStay);
      }),
    );
  });
});

describe('the sticky assignment', () => {
  it('gives partition p of every topic to the same member', () => {
    fc.assert(
      fc.property(cases, ({ members, counts }) => {
        for (const topics of assignSticky(members, counts, true).values()) {
          for (const partitions of Object.values(topics))
            expect(partitions).toEqual(Object.values(topics)[0]);
        }
      }),
    );
  });

  it('prefers the newer of two claims', () => {
    const member = (memberId: string, generation: number) => ({
      memberId,
      generation,
      topics: ['t'],
      owned: { t: [0] },
    });
    const assignment = assignSticky([member('a', 3), member('b', 4)], new Map([['t', 2]]), false);
    expect(Object.fromEntries(assignment)).toEqual({ a: { t: [1] }, b: { t: [0] } });
  });

  it('gives a topic only to members that subscribe to it', () => {
    const old = { memberId: 'a', generation: -1, topics: ['t'], owned: {} };
    const upgraded = { memberId: 'b', generation: -1, topics: ['t', 'u'], owned: {} };
    const counts = new Map([
      ['t', 2],
      ['u', 2],
    ]);
    expect(Object.fromEntries(assignSticky([old, upgraded], counts, true))).toEqual({
      a: { t: [0] },
      b: { t: [1], u: [0, 1] },
    });
  });
});
