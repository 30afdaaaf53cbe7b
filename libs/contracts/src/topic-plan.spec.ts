import { describe, expect, it } from '@jest/globals';
import { topicDeclarations } from './topic-catalogue.js';
import { describeStep, planTopics, type FoundTopic } from './topic-plan.js';
import { topics } from './topics.js';

const declared = topicDeclarations(12, 3);
/** A cluster exactly as declared, except for one topic that the test changes. */
const foundWith = (name: string, change: Partial<FoundTopic>): FoundTopic[] =>
  declared.map((topic) => ({
    ...topic,
    replicationFactor: 3,
    ...(topic.name === name && change),
  }));
const stepsFor = (name: string, change: Partial<FoundTopic>) =>
  planTopics(declared, foundWith(name, change), 3);
const configOf = (name: string) => declared.find((topic) => topic.name === name)?.config ?? {};

describe('the plan for topics', () => {
  it('is empty if the cluster is as declared, even with other topics', () => {
    const stranger = { name: 'orders', partitions: 1, replicationFactor: 1, config: {} };
    expect(planTopics(declared, [...foundWith('', {}), stranger], 3)).toEqual([]);
  });

  it('creates a missing topic', () => {
    const without = foundWith('', {}).filter(({ name }) => name !== topics.steps);
    expect(planTopics(declared, without, 3)).toEqual([
      { kind: 'create', topic: topics.steps, partitions: 12 },
    ]);
  });

  it('adds partitions only to topics without an ordering guarantee', () => {
    expect(stepsFor(topics.deliveryRequests, { partitions: 2 })).toEqual([
      { kind: 'grow', topic: topics.deliveryRequests, from: 2, to: 6 },
    ]);
    for (const name of [topics.events, topics.completed, topics.deliveryEvents])
      expect(stepsFor(name, { partitions: 2 })).toMatchObject([{ kind: 'refused', topic: name }]);
  });

  it('refuses to remove partitions', () => {
    expect(stepsFor(topics.deliveryRequests, { partitions: 9 })).toMatchObject([
      { kind: 'refused' },
    ]);
  });

  it.each([
    ['retention.ms', '-1'],
    ['max.message.bytes', '99000000'],
    ['min.insync.replicas', '3'],
    ['cleanup.policy', 'compact'],
  ])('refuses to lower %s from %s', (entry, value) => {
    const config = { ...configOf(topics.steps), [entry]: value };
    const steps = stepsFor(topics.steps, { config });
    expect(steps).toMatchObject([{ kind: 'refused', topic: topics.steps }]);
    expect(describeStep(steps[0] ?? { kind: 'create', topic: '', partitions: 0 })).toContain(entry);
  });

  it.each([
    ['retention.ms', '1000'],
    ['max.message.bytes', '1000'],
    ['min.insync.replicas', '1'],
  ])('raises %s', (entry, value) => {
    const config = { ...configOf(topics.steps), [entry]: value };
    expect(stepsFor(topics.steps, { config })).toEqual([
      {
        kind: 'configure',
        topic: topics.steps,
        entry,
        from: value,
        to: configOf(topics.steps)[entry],
      },
    ]);
  });

  it('reports too few replicas as refused', () => {
    expect(stepsFor(topics.events, { replicationFactor: 1 })).toMatchObject([{ kind: 'refused' }]);
  });
});
