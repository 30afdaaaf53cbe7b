/**
 * What a canvas draws of a definition: blocks, the containers they stand in, the edges between them
 * and the tools of agents. It draws drafts with problems too: an edge to nowhere and the second of
 * two blocks with one id are left out.
 */
import {
  type BlockDefinition,
  buildRegions,
  defaultPort,
  eachPort,
  errorPort,
  normalizeName,
  type WorkflowDefinition,
} from '@libs/workflow';

/** A definition, as the API has it. */
export type DrawnDefinition = Pick<WorkflowDefinition, 'blocks' | 'edges'>;

export interface GraphBlock extends BlockDefinition {
  readonly kind: 'block' | 'container' | 'note';
  /** The container that it stands in. */
  readonly parent: string | null;
}

export interface GraphEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly port: string;
  readonly kind: 'usual' | 'error' | 'tool';
  /** The port's name, where it says more than the line does. */
  readonly label: string | null;
}

export interface WorkflowGraph {
  readonly blocks: readonly GraphBlock[];
  readonly edges: readonly GraphEdge[];
  readonly triggerId: string | null;
}

const containerTypes = new Set(['loop', 'parallel']);
const triggerTypes = new Set(['webhook', 'api_trigger', 'manual', 'chat', 'schedule']);

export const isContainer = ({ type }: Pick<BlockDefinition, 'type'>): boolean =>
  containerTypes.has(type);

export function workflowGraph({ blocks: all, edges: allEdges }: DrawnDefinition): WorkflowGraph {
  const blocks = [
    ...new Map(all.toReversed().map((block) => [block.id, block])).values(),
  ].reverse();
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const edges = allEdges.filter(({ from, to }) => byId.has(from) && byId.has(to));
  const triggerIndex = blocks.findIndex(({ type }) => triggerTypes.has(type));
  const { enclosing } = buildRegions({ blocks, edges, variables: {} }, isContainer, triggerIndex);
  const parents = new Map(
    blocks.map(({ id }, index) => {
      const around = enclosing[index]?.at(-1);
      return [id, around === undefined ? null : (blocks[around]?.id ?? null)];
    }),
  );
  const toolEdges = toolsIn(blocks);
  const reached = new Set(edges.flatMap(({ from, to }) => [from, to]));
  for (const { from, to } of toolEdges)
    // No edge says where a tool stands: it stands where its agent does.
    if (!reached.has(to)) parents.set(to, parents.get(from) ?? null);
  return {
    blocks: blocks.map((block) => ({
      ...block,
      kind: isContainer(block) ? 'container' : block.type === 'note' ? 'note' : 'block',
      parent: parents.get(block.id) ?? null,
    })),
    edges: [...flowEdges(edges, byId), ...toolEdges],
    triggerId: blocks[triggerIndex]?.id ?? null,
  };
}

function flowEdges(
  edges: DrawnDefinition['edges'],
  byId: ReadonlyMap<string, BlockDefinition>,
): GraphEdge[] {
  const drawn = edges.map(({ from, to, port = defaultPort }): GraphEdge & { isEach: boolean } => {
    const source = byId.get(from);
    return {
      id: edgeIdOf(from, port, to),
      ...{ from, to, port },
      kind: port === errorPort ? 'error' : 'usual',
      label: port === defaultPort ? null : port,
      isEach: port === eachPort && source !== undefined && isContainer(source),
    };
  });
  // The frame shows which blocks a container repeats: its edges into the body are not drawn.
  const unique = new Map(drawn.filter(({ isEach }) => !isEach).map((edge) => [edge.id, edge]));
  return [...unique.values()].map(({ isEach: _, ...edge }) => edge);
}

/** Names may hold any character, so the parts are written as JSON. */
const edgeIdOf = (from: string, port: string, to: string): string =>
  JSON.stringify([from, port, to]);

/** From agents to the blocks that their configuration names as tools. */
function toolsIn(blocks: readonly BlockDefinition[]): GraphEdge[] {
  const byName = new Map(blocks.map(({ id, name }) => [normalizeName(name), id]));
  const edges = blocks.flatMap(({ id: from, type, config }) =>
    type !== 'agent'
      ? []
      : toolNames(config).flatMap((name): GraphEdge[] => {
          const to = byName.get(normalizeName(name));
          if (to === undefined || to === from) return [];
          const port = 'tool';
          return [{ id: edgeIdOf(from, `#${port}`, to), from, to, port, kind: port, label: null }];
        }),
  );
  return [...new Map(edges.map((edge) => [edge.id, edge])).values()];
}

function toolNames({ tools }: BlockDefinition['config']): string[] {
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool: unknown) =>
    typeof tool === 'object' && tool !== null && 'block' in tool && typeof tool.block === 'string'
      ? tool.block
      : [],
  );
}
