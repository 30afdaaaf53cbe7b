import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FetchSession, type FetchedTopic, type SessionFields } from './fetch-session.js';

const fetchSessionIdNotFound = 70;
const invalidFetchSessionEpoch = 71;

/** A broker that handles the session fields as KIP-227 says. */
class Broker {
  #lastId = 0;
  readonly #sessions = new Map<number, { next: number; offsets: Map<string, string> }>();

  /** Returns the answer, and the offsets by partition that the broker would read for it. */
  fetch({ sessionId, sessionEpoch, topics, forgottenTopics }: SessionFields, hasRoom: boolean) {
    if (sessionEpoch === 0) {
      this.#sessions.delete(sessionId);
      const offsets = new Map<string, string>();
      put(offsets, topics);
      if (!hasRoom) return { errorCode: 0, sessionId: 0, offsets };
      this.#lastId += 1;
      this.#sessions.set(this.#lastId, { next: 1, offsets });
      return { errorCode: 0, sessionId: this.#lastId, offsets };
    }
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return { errorCode: fetchSessionIdNotFound, sessionId: 0 };
    if (session.next !== sessionEpoch) return { errorCode: invalidFetchSessionEpoch, sessionId: 0 };
    session.next += 1;
    put(session.offsets, topics);
    for (const { topic, partitions } of forgottenTopics)
      for (const partition of partitions) session.offsets.delete(`${topic}/${partition}`);
    return { errorCode: 0, sessionId, offsets: session.offsets };
  }

  forgetAll(): void {
    this.#sessions.clear();
  }
}

function put(offsets: Map<string, string>, topics: readonly FetchedTopic[]): void {
  for (const { topic, partitions } of topics)
    for (const { partition, fetchOffset } of partitions)
      offsets.set(`${topic}/${partition}`, fetchOffset);
}

const topicsOf = (wanted: Readonly<Record<string, number>>): FetchedTopic[] =>
  Array.from(
    Map.groupBy(Object.entries(wanted), ([key]) => key[0] ?? ''),
    ([topic, entries]) => ({
      topic,
      partitions: entries.map(([key, offset]) => ({
        partition: Number(key.slice(1)),
        fetchOffset: String(offset),
      })),
    }),
  );

const wantedArbitrary = fc.dictionary(fc.constantFrom('a0', 'a1', 'a2', 'b0', 'b1'), fc.nat(2));

describe('an incremental fetch session', () => {
  it('makes the broker read exactly the wanted offsets after any loss', () => {
    const step = fc.record({
      wanted: wantedArbitrary,
      before: fc.constantFrom('nothing', 'nothing', 'the broker restarts'),
      happens: fc.constantFrom('answered', 'answered', 'answered', 'answer lost', 'request lost'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const broker = new Broker();
        const session = new FetchSession();
        for (const { wanted, before, happens } of steps) {
          if (before === 'the broker restarts') broker.forgetAll();
          const fields = session.next(topicsOf(wanted));
          if (fields === null) throw new Error('nothing was under way');
          const answer = happens === 'request lost' ? null : broker.fetch(fields, true);
          if (happens !== 'answered' || answer === null) {
            session.failed();
            continue;
          }
          session.answered(answer);
          if (answer.errorCode !== 0) continue;
          const expected = Object.entries(wanted).map(([key, offset]) => [
            `${key[0] ?? ''}/${key.slice(1)}`,
            String(offset),
          ]);
          expect(new Map(answer.offsets)).toEqual(new Map(expected as [string, string][]));
        }
      }),
    );
  });

  it('names only changed and removed partitions', () => {
    const broker = new Broker();
    const session = new FetchSession();
    const send = (wanted: Readonly<Record<string, number>>): SessionFields | null => {
      const fields = session.next(topicsOf(wanted));
      if (fields !== null) session.answered(broker.fetch(fields, true));
      return fields;
    };
    send({ a0: 1, a1: 1, b0: 7 });
    expect(send({ a0: 1, a1: 2 })).toMatchObject({
      topics: [{ topic: 'a', partitions: [{ partition: 1, fetchOffset: '2' }] }],
      forgottenTopics: [{ topic: 'b', partitions: [0] }],
    });
    expect(send({ a0: 1, a1: 2 })).toMatchObject({ topics: [], forgottenTopics: [] });
  });

  it('is not used after a refusal by the broker, or during another fetch', () => {
    const broker = new Broker();
    const refused = new FetchSession();
    const wanted = topicsOf({ a0: 1 });
    const fields = refused.next(wanted);
    if (fields === null) throw new Error('the first request begins a session');
    refused.answered(broker.fetch(fields, false));
    expect(refused.next(wanted)).toBeNull();

    const busy = new FetchSession();
    expect(busy.next(wanted)).not.toBeNull();
    expect(busy.next(wanted)).toBeNull();
  });
});
