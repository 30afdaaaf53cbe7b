/** Reads topic settings in the cluster and changes single entries. */
import kafkajs, { type Admin } from 'kafkajs';
import type { TopicState } from '../../ports.js';

// Node detects only the first few named exports of this CommonJS package.
const { ConfigResourceTypes, ConfigSource } = kafkajs;

/** The named topics that exist, with their effective configuration, defaults included. */
export async function describeTopics(
  admin: Admin,
  names: readonly string[],
): Promise<TopicState[]> {
  const existing = new Set(await admin.listTopics());
  const topics = names.filter((name) => existing.has(name));
  if (topics.length === 0) return [];
  const [metadata, configs] = [
    await admin.fetchTopicMetadata({ topics }),
    await admin.describeConfigs({
      includeSynonyms: false,
      resources: topics.map((name) => ({ type: ConfigResourceTypes.TOPIC, name })),
    }),
  ];
  const configOf = new Map(
    configs.resources.map(({ resourceName, configEntries }) => [
      resourceName,
      Object.fromEntries(configEntries.map((entry) => [entry.configName, entry.configValue])),
    ]),
  );
  return metadata.topics.map(({ name, partitions }) => ({
    name,
    partitions: partitions.length,
    replicationFactor: Math.min(...partitions.map(({ replicas }) => replicas.length)),
    config: configOf.get(name) ?? {},
  }));
}

/**
 * kafkajs has only the AlterConfigs form that resets every entry it does not name, so the topic's
 * own entries are sent too. Two people who change one topic at once may undo each other's change.
 */
export async function configureTopic(
  admin: Admin,
  name: string,
  config: Readonly<Record<string, string>>,
): Promise<void> {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: ConfigResourceTypes.TOPIC, name }],
  });
  const present = (resources[0]?.configEntries ?? [])
    .filter((entry) => entry.configSource === ConfigSource.TOPIC_CONFIG)
    .map((entry) => [entry.configName, entry.configValue] as const);
  const merged = new Map([...present, ...Object.entries(config)]);
  await admin.alterConfigs({
    validateOnly: false,
    resources: [
      {
        type: ConfigResourceTypes.TOPIC,
        name,
        configEntries: [...merged].map(([entry, value]) => ({ name: entry, value })),
      },
    ],
  });
}
