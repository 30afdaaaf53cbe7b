/** The AsyncAPI 3 document of all topics, built from the declarations the code uses. Pure. */
import {
  compatibilityOf,
  fullNameOf,
  schemaIds,
  schemaTexts,
  topicCatalogue,
  type TopicDescription,
} from '@libs/contracts';

interface Message {
  /** The full name of the record. */
  readonly name: string;
}

interface Operation {
  readonly action: 'send';
  readonly title: string;
  /** The page has it already: it is the first sentence of the channel's description. */
  readonly summary: string;
  readonly channel: object;
}

interface AsyncApiDocument {
  readonly asyncapi: string;
  readonly info: object;
  readonly defaultContentType: string;
  readonly channels: Readonly<Record<string, object>>;
  readonly operations: Readonly<Record<string, object>>;
  readonly components: { readonly messages: Readonly<Record<string, Message>> };
}

const avroFormat = 'application/vnd.apache.avro;version=1.9.0';

/**
 * Topic names contain dots. Component keys may, but a dot in a reference's id could be parsed as a
 * separator.
 */
const idOf = (topic: string): string => topic.replaceAll('.', '_');

function retentionOf({ config }: TopicDescription): string {
  if (config['cleanup.policy'] === 'compact')
    return 'compacted: keeps the newest record of each key';
  const ms = Number(config['retention.ms']);
  return ms < 0 ? 'for ever' : `${ms / 86_400_000} days`;
}

const sentences = (topic: TopicDescription): string =>
  [
    topic.purpose,
    `Audience: ${topic.audience}. ${topic.why}`,
    `Key: ${topic.key}.`,
    `Order: ${topic.ordering}`,
    `Delivery: ${topic.guarantee}`,
    `Retention: ${retentionOf(topic)}.`,
    ...(topic.records.length === 0 ? [] : [`Schema changes: ${compatibilityOf(topic)}.`]),
  ].join('\n\n');

function channelOf(topic: TopicDescription, ledgerPartitions: number): object {
  return {
    address: topic.name,
    title: topic.name,
    description: sentences(topic),
    messages: Object.fromEntries(
      topic.records.map((name) => [
        name,
        { $ref: `#/components/messages/${idOf(topic.name)}.${name}` },
      ]),
    ),
    tags: [{ name: topic.audience }],
    bindings: {
      kafka: {
        topic: topic.name,
        partitions: topic.partitions === 'ledger' ? ledgerPartitions : topic.partitions,
        topicConfiguration: configurationOf(topic),
        bindingVersion: '0.5.0',
      },
    },
    'x-audience': topic.audience,
    'x-why': topic.why,
    'x-key': topic.key,
    'x-ordering': topic.ordering,
    'x-delivery-guarantee': topic.guarantee,
    'x-retention': retentionOf(topic),
  };
}

function configurationOf({ config }: TopicDescription): object {
  const bytes = config['max.message.bytes'];
  const ms = config['retention.ms'];
  return {
    'cleanup.policy': [config['cleanup.policy'] ?? 'delete'],
    ...(ms !== undefined && { 'retention.ms': Number(ms) }),
    ...(bytes !== undefined && { 'max.message.bytes': Number(bytes) }),
  };
}

function messagesOf(topic: TopicDescription): [string, Message][] {
  return topic.records.map((name) => {
    const schema = JSON.parse(schemaTexts[name]) as { readonly doc: string };
    const message = {
      name: fullNameOf(name),
      title: name,
      summary: schema.doc,
      contentType: 'application/avro',
      headers: {
        type: 'object',
        properties: Object.fromEntries(topic.headers.map((header) => [header, { type: 'string' }])),
      },
      payload: { schemaFormat: avroFormat, schema },
      bindings: {
        kafka: {
          key: { type: 'string', description: topic.key },
          schemaIdLocation: 'payload',
          schemaIdPayloadEncoding: 'confluent',
          schemaLookupStrategy: 'TopicRecordNameStrategy',
          bindingVersion: '0.5.0',
        },
      },
      'x-schema-id': schemaIds[name],
    };
    return [`${idOf(topic.name)}.${name}`, message];
  });
}

/** The operation of a public topic; internal topics have none. */
const operationOf = (topic: TopicDescription): [string, Operation] => [
  `read_${idOf(topic.name)}`,
  {
    action: 'send',
    title: `Publishes ${topic.name}`,
    summary: topic.purpose,
    channel: { $ref: `#/channels/${idOf(topic.name)}` },
  },
];

/** Version of the event interface; it increases with released schemas. */
const version = '1.0.0';

/** @param ledgerPartitions as configured */
export function asyncApiDocument(ledgerPartitions: number): AsyncApiDocument {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Flowledger events',
      version,
      description:
        'Kafka topics of Flowledger. Values are Avro in Confluent framing; the service is also their schema registry. Topics tagged public keep this contract; internal ones may change with any release.',
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/avro',
    channels: Object.fromEntries(
      topicCatalogue.map((topic) => [idOf(topic.name), channelOf(topic, ledgerPartitions)]),
    ),
    operations: Object.fromEntries(
      topicCatalogue.filter(({ audience }) => audience === 'public').map(operationOf),
    ),
    components: { messages: Object.fromEntries(topicCatalogue.flatMap(messagesOf)) },
  };
}

const publicFirst = (['public', 'internal'] as const).flatMap((audience) =>
  topicCatalogue.filter((topic) => topic.audience === audience),
);

/**
 * The document as the page shows it. The component shows a topic through its operation, so each
 * topic has one, and it links messages by `name` but gives them their key as the id.
 * @public for scripts/build-pages.mjs, which takes it from dist
 */
export function documentOfPage(ledgerPartitions: number): object {
  const document = asyncApiDocument(ledgerPartitions);
  const messages = Object.entries(document.components.messages).map(([key, { name, ...rest }]) => [
    key,
    { ...rest, title: name },
  ]);
  return {
    ...document,
    operations: Object.fromEntries(
      publicFirst.map((topic) => {
        const [id, { summary: _, ...operation }] = operationOf(topic);
        return [id, { ...operation, tags: [{ name: topic.audience }] }];
      }),
    ),
    components: { messages: Object.fromEntries(messages) as object },
  };
}
