/** What the name of a block means in the fields of another one, as the engine reads it. */
import { type ContainerKind, normalizeName } from '@libs/workflow';
import { type Bodies, bodiesOf } from '../text/bodies.js';
import type { ReadDefinition } from '../text/read-definition.js';

/** Always the workflow's variables. */
export const variableName = 'variable';
/** The arguments of a call, in a block that an agent uses as a tool. */
const toolName = 'tool';

export interface NameScopes {
  /** Id of the block that has a name; of repeated ones the last. */
  blockNamed(name: string): string | null;
  /** Whether a bare `<name>` is a reference in the fields of a block. */
  isBlockName(block: string, name: string): boolean;
  /** Whether a name would mean a block there, if one had it. */
  meansBlock(block: string, name: string): boolean;
}

/** Names of blocks that an agent uses as tools, with the index in its list. */
export function toolsOf({ type, config }: ReadDefinition['blocks'][number]): [number, string][] {
  const { tools } = config;
  if (type !== 'agent' || !Array.isArray(tools)) return [];
  return tools.flatMap((tool: unknown, index): [number, string][] =>
    typeof tool === 'object' && tool !== null && 'block' in tool && typeof tool.block === 'string'
      ? [[index, tool.block]]
      : [],
  );
}

function kindsAround(definition: ReadDefinition, bodies: Bodies): Map<string, Set<string>> {
  const types = new Map(definition.blocks.map(({ id, type }) => [id, type]));
  // The condition of a loop sees its own iteration.
  const around = (id: string): string[] => [...(bodies.around.get(id) ?? []), id];
  return new Map(
    definition.blocks.map(({ id }) => [
      id,
      new Set(around(id).flatMap((one) => types.get(one) ?? [])),
    ]),
  );
}

export function nameScopes(definition: ReadDefinition): NameScopes {
  const { blocks } = definition;
  const ids = new Map(blocks.map(({ id, name }) => [normalizeName(name), id]));
  ids.delete(variableName);
  const used = blocks.flatMap(toolsOf).flatMap(([, name]) => ids.get(normalizeName(name)) ?? []);
  const tools = new Set(used);
  const kinds = kindsAround(definition, bodiesOf(definition));
  const isIteration = (block: string, name: string): boolean =>
    containerKinds.has(name) && kinds.get(block)?.has(name) === true;
  return {
    blockNamed: (name) => ids.get(name) ?? null,
    isBlockName: (block, name) => ids.has(name) || (name === toolName && tools.has(block)),
    meansBlock: (block, name) =>
      name !== variableName &&
      !isIteration(block, name) &&
      !(name === toolName && tools.has(block)),
  };
}

const containerKinds: ReadonlySet<string> = new Set<ContainerKind>(['loop', 'parallel']);
