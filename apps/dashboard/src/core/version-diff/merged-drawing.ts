/**
 * One drawing of two versions: the newer one, with the blocks and edges that only the older one
 * has. Removed parts never change in which container a block of the newer one stands.
 */
import { defaultPort, eachPort } from '@libs/workflow';
import type { DefinitionDiff } from '../edit/diff/definition-diff.js';
import { type ReadDefinition, readDefinition } from '../edit/text/read-definition.js';
import { WorkflowText } from '../edit/text/workflow-text.js';
import type { BlockPositions } from '../layout/stored.js';
import { type DrawnDefinition, workflowGraph } from '../workflow-graph/workflow-graph.js';

const nothing: ReadDefinition = { blocks: [], edges: [] };

/** Total: what is no definition has no blocks. */
export function drawnText(text: string): DrawnDefinition {
  const read = WorkflowText.read(text);
  const { blocks, edges } = read === null ? nothing : readDefinition(read);
  return { blocks: [...blocks], edges: [...edges] };
}

type Edges = DefinitionDiff['removedEdges'];
type Parents = ReadonlyMap<string, string | null>;

const parentsIn = (drawing: DrawnDefinition): Parents =>
  new Map(workflowGraph(drawing).blocks.map(({ id, parent }) => [id, parent]));

const keeps = (drawing: DrawnDefinition, parents: Parents): boolean => {
  const drawn = parentsIn(drawing);
  return [...parents].every(([id, parent]) => drawn.get(id) === parent);
};

function shownEdges(parents: Parents, removedIds: ReadonlySet<string>, edges: Edges): Edges {
  const entered = new Set(edges.map(({ to }) => to));
  return edges.filter(({ from, to, port = defaultPort }) => {
    if (removedIds.has(to)) return true;
    if (port === eachPort) return false;
    // Its way on would take what follows into the body that it stood in.
    if (removedIds.has(from)) return !entered.has(from);
    return parents.get(from) === parents.get(to);
  });
}

export function mergedDrawing(
  before: DrawnDefinition,
  after: DrawnDefinition,
  diff: Pick<DefinitionDiff, 'removed' | 'removedEdges'>,
): DrawnDefinition {
  const removedIds = new Set(diff.removed.map(({ id }) => id));
  const parents = parentsIn(after);
  const shown = shownEdges(parents, removedIds, diff.removedEdges);
  const blocks = [...after.blocks, ...before.blocks.filter(({ id }) => removedIds.has(id))];
  // Unlike workflows may lead into each other's bodies: then less of the older one is drawn.
  const drawings = [shown, shown.filter(({ to }) => removedIds.has(to)), []].map((edges) => ({
    blocks,
    edges: [...after.edges, ...edges],
  }));
  return drawings.find((drawing) => keeps(drawing, parents)) ?? after;
}

/** Where the authors of both put the blocks. Undefined: the newer one has no places. */
export const mergedPositions = (
  before: BlockPositions | undefined,
  after: BlockPositions | undefined,
): BlockPositions | undefined => (after === undefined ? undefined : { ...before, ...after });
