/** JSON Schemas for editors: of each block type's configuration, and of a whole definition. */
import { z } from 'zod';
import type { BlockRole, BlockType, ConfiguredPorts } from './block.js';
import { type BlockPresentation, catalogue } from './catalogue.js';
import { definitionShape } from './definition-shape.js';
import { blockTypes } from './registry.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A block type as `GET /api/v1/block-types` shows it. */
export interface BlockTypeDescription extends Omit<BlockPresentation, 'example'> {
  readonly type: string;
  readonly role: BlockRole;
  readonly configSchema: JsonSchema;
  /** With one phrase each; null: unknown before the block runs. */
  readonly outputs: Readonly<Record<string, string>> | null;
  /** Whether a block may have further outputs. */
  readonly openOutputs: boolean;
  /** Besides `error`. */
  readonly ports: readonly string[] | ConfiguredPorts;
  readonly hasErrorPort: boolean;
}

const words: Readonly<Record<string, string>> = {
  Ms: '(ms)',
  Mb: '(MiB)',
  Url: 'URL',
  Id: 'id',
  Ips: 'addresses',
};

const acronyms: Readonly<Record<string, string>> = { url: 'URL', api: 'API' };

/** `totalTimeoutMs` as `Total timeout (ms)`. */
function titleOf(name: string): string {
  const [first = '', ...rest] = name.split(/(?=[A-Z])/);
  const start = acronyms[first] ?? first.charAt(0).toUpperCase() + first.slice(1);
  return [start, ...rest.map((word) => words[word] ?? word.toLowerCase())].join(' ');
}

type Fields = Readonly<Record<string, JsonSchema>>;

/** Adds a title to every named field, at any depth. */
function titled(schema: JsonSchema): JsonSchema {
  const below = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (key === 'properties')
      return [
        key,
        Object.fromEntries(
          Object.entries(value as Fields).map(([name, field]) => [
            name,
            { title: titleOf(name), ...titled(field) },
          ]),
        ),
      ];
    if (key === 'items') return [key, titled(value as JsonSchema)];
    if (key === 'anyOf' || key === 'oneOf') return [key, (value as JsonSchema[]).map(titled)];
    return [key, value];
  });
  return Object.fromEntries(below);
}

/** The example of the type as the example of each of its fields. */
function withExamples(schema: JsonSchema, example: BlockPresentation['example']): JsonSchema {
  const properties = schema['properties'] as Fields | undefined;
  if (properties === undefined) return { ...schema, examples: [example] };
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    Object.hasOwn(example, name) ? { ...field, examples: [example[name]] } : field,
  ]);
  return { ...schema, properties: Object.fromEntries(fields), examples: [example] };
}

function schemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

function describe(type: BlockType): BlockTypeDescription {
  const presentation = catalogue[type.type];
  if (presentation === undefined) throw new Error(`the catalogue has no ${type.type}`);
  const { example, ...shown } = presentation;
  return {
    type: type.type,
    role: type.role,
    ...shown,
    configSchema: withExamples(titled(schemaOf(type.config)), example),
    outputs: type.outputs ?? null,
    openOutputs: type.outputs === undefined || type.anyOutputs === 'any',
    ports: type.portSource,
    hasErrorPort: type.role !== 'trigger' && type.role !== 'annotation',
  };
}

/** In the order of the registry. Computed once. */
let described: readonly BlockTypeDescription[] | null = null;
export const blockTypeDescriptions = (): readonly BlockTypeDescription[] =>
  (described ??= [...blockTypes.values()].map(describe));

export interface DefinitionSchemas {
  /** Schema of the definition; it refers to the others. */
  readonly definition: JsonSchema;
  /** Schemas of blocks, by type. */
  readonly blocks: Readonly<Record<string, JsonSchema>>;
}

/** @param refOf the address of a block's schema */
export function definitionSchemas(refOf: (type: string) => string): DefinitionSchemas {
  const shape = titled(schemaOf(definitionShape));
  const properties = shape['properties'] as Fields;
  const list = properties['blocks'] ?? {};
  const block = list['items'] as JsonSchema;
  const described = blockTypeDescriptions();
  const blockOf = ({ type, title, summary, configSchema }: BlockTypeDescription): JsonSchema => ({
    ...block,
    title,
    description: summary,
    properties: {
      ...(block['properties'] as Fields),
      type: { title: 'Type', const: type, description: summary },
      config: { title: 'Config', ...configSchema },
    },
  });
  const items = { oneOf: described.map(({ type }) => ({ $ref: refOf(type) })) };
  return {
    definition: {
      title: 'Workflow definition',
      description: 'Blocks, the edges between them, and variables. A save checks more than this.',
      ...shape,
      properties: { ...properties, blocks: { ...list, items } },
    },
    blocks: Object.fromEntries(described.map((one) => [one.type, blockOf(one)])),
  };
}

const draft = 'https://json-schema.org/draft/2020-12/schema';

/** `/schemas/workflow-definition.json`. */
export function definitionDocument(): JsonSchema {
  const { definition, blocks } = definitionSchemas((type) => `#/$defs/${type}`);
  return { $schema: draft, ...definition, $defs: blocks };
}

/** `/schemas/workflow-file.json`: the body of `POST /api/v1/workflows`, as kept in git. */
export const fileDocument = (): JsonSchema => ({
  $schema: draft,
  title: 'Workflow file',
  description: 'A workflow as it is kept in git, and the body of POST /api/v1/workflows.',
  type: 'object',
  required: ['name', 'definition'],
  properties: {
    $schema: { type: 'string' },
    name: { type: 'string', minLength: 1, maxLength: 200 },
    description: { type: 'string', maxLength: 10_000 },
    folderId: { type: 'string', minLength: 1, maxLength: 200 },
    definition: { $ref: 'workflow-definition.json' },
  },
});
