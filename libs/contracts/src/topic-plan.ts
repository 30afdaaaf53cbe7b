/**
 * How the cluster differs from `topic-settings.ts`, and which changes may be applied. Pure. A plan
 * destroys nothing: a step that would lose records, break an order or weaken a promise is
 * `refused`, with a remedy for the operator.
 */
import type { TopicDeclaration } from './topic-catalogue.js';

/** A topic as the cluster has it; `config` holds effective values, including defaults. */
export interface FoundTopic {
  readonly name: string;
  readonly partitions: number;
  /** Replicas of the partition that has the fewest. */
  readonly replicationFactor: number;
  readonly config: Readonly<Record<string, string>>;
}

export type TopicStep =
  | { readonly kind: 'create'; readonly topic: string; readonly partitions: number }
  | { readonly kind: 'grow'; readonly topic: string; readonly from: number; readonly to: number }
  | {
      readonly kind: 'configure';
      readonly topic: string;
      readonly entry: string;
      readonly from: string;
      readonly to: string;
    }
  | {
      readonly kind: 'refused';
      readonly topic: string;
      readonly problem: string;
      readonly remedy: string;
    };

/**
 * A smaller value loses records, refuses them or acknowledges them too early. -1 means no limit.
 */
const neverLowered = new Set(['retention.ms', 'max.message.bytes', 'min.insync.replicas']);

const asLimit = (value: string | undefined): number =>
  value === '-1' ? Number.POSITIVE_INFINITY : Number(value ?? 0);

function partitionStep(declared: TopicDeclaration, found: FoundTopic): TopicStep[] {
  const { name: topic, partitions: to } = declared;
  const { partitions: from } = found;
  if (from === to) return [];
  if (to < from) {
    return [
      {
        kind: 'refused',
        topic,
        problem: `has ${from} partitions, ${to} are declared`,
        remedy: 'partitions cannot be removed; declare as many as exist',
      },
    ];
  }
  if (declared.growable) return [{ kind: 'grow', topic, from, to }];
  return [
    {
      kind: 'refused',
      topic,
      problem: `has ${from} partitions, ${to} are declared`,
      remedy: 'keys would move to other partitions: see docs/operations/growing.md',
    },
  ];
}

function configStep(topic: string, entry: string, to: string, from: string): TopicStep {
  if (entry === 'cleanup.policy') {
    return {
      kind: 'refused',
      topic,
      problem: `${entry} is ${from}, declared is ${to}`,
      remedy: 'another clean-up policy removes records: change it by hand after a check',
    };
  }
  if (neverLowered.has(entry) && asLimit(to) < asLimit(from)) {
    return {
      kind: 'refused',
      topic,
      problem: `${entry} is ${from}, declared is the lower ${to}`,
      remedy: `kafka-configs.sh --alter --topic ${topic} --add-config ${entry}=${to}, by hand`,
    };
  }
  return { kind: 'configure', topic, entry, from, to };
}

function stepsFor(
  declared: TopicDeclaration,
  found: FoundTopic | undefined,
  replicationFactor: number,
): TopicStep[] {
  const { name: topic, partitions, config } = declared;
  if (found === undefined) return [{ kind: 'create', topic, partitions }];
  const steps = partitionStep(declared, found);
  for (const [entry, to] of Object.entries(config)) {
    const from = found.config[entry] ?? '';
    if (from !== to) steps.push(configStep(topic, entry, to, from));
  }
  if (found.replicationFactor < replicationFactor) {
    steps.push({
      kind: 'refused',
      topic,
      problem: `has ${found.replicationFactor} replicas, ${replicationFactor} are declared`,
      remedy: 'kafka-reassign-partitions.sh gives it more',
    });
  }
  return steps;
}

/** @returns steps in the order of the declarations; none when the cluster matches them */
export function planTopics(
  declared: readonly TopicDeclaration[],
  found: readonly FoundTopic[],
  replicationFactor = 1,
): TopicStep[] {
  const byName = new Map(found.map((topic) => [topic.name, topic]));
  return declared.flatMap((topic) => stepsFor(topic, byName.get(topic.name), replicationFactor));
}

/** One step as a line of text for the operator. */
export function describeStep(step: TopicStep): string {
  switch (step.kind) {
    case 'create':
      return `create   ${step.topic} with ${step.partitions} partitions`;
    case 'grow':
      return `grow     ${step.topic} from ${step.from} to ${step.to} partitions`;
    case 'configure':
      return `change   ${step.topic} ${step.entry} from ${step.from} to ${step.to}`;
    case 'refused':
      return `REFUSED  ${step.topic} ${step.problem}: ${step.remedy}`;
  }
}
