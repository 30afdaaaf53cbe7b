/** React Flow's view of a drawing: made once per layout, never for a status or a selection. */
import { type Edge, type Node, Position } from '@xyflow/react';
import type { Box, Point } from '../../core/layout/box.js';
import type { Layout } from '../../core/layout/layout.js';
import { pathOf, type Route } from '../../core/layout/route.js';
import type {
  GraphBlock,
  GraphEdge,
  WorkflowGraph,
} from '../../core/workflow-graph/workflow-graph.js';

export type BlockData = {
  readonly block: GraphBlock;
  /** Whether an edge arrives at the top, and leaves at the bottom. */
  readonly hasTop: boolean;
  readonly hasBottom: boolean;
  /** A container without a body. */
  readonly isEmpty: boolean;
};

export type EdgeData = {
  readonly edge: GraphEdge;
  readonly route: Route;
  readonly path: string;
  readonly labelAt: Point | null;
};

export type BlockNodeType = Node<BlockData, GraphBlock['kind']>;
export type RouteEdgeType = Edge<EdgeData, 'route'>;

export function nodesOf({ blocks, edges }: WorkflowGraph, { boxes }: Layout): BlockNodeType[] {
  const flow = edges.filter(({ kind }) => kind !== 'tool');
  const entered = new Set(flow.map(({ to }) => to));
  const left = new Set(flow.map(({ from }) => from));
  const depth = depths(blocks);
  const filled = new Set(blocks.map(({ parent }) => parent));
  return blocks.flatMap((block): BlockNodeType[] => {
    const box = boxes.get(block.id);
    if (box === undefined) return [];
    const { width, height, x, y } = box;
    return [
      {
        id: block.id,
        type: block.kind,
        position: { x, y },
        // Without them React Flow would draw all blocks once, to measure them.
        ...{ width, height, measured: { width, height }, handles: handlesOf(box) },
        // A frame lies below edges and blocks, and below the frames in it.
        zIndex: block.kind === 'container' ? (depth.get(block.id) ?? 0) - 1_000 : 1,
        data: {
          block,
          hasTop: entered.has(block.id),
          hasBottom: left.has(block.id),
          isEmpty: !filled.has(block.id),
        },
      },
    ];
  });
}

function depths(blocks: readonly GraphBlock[]): Map<string, number> {
  const parents = new Map(blocks.map(({ id, parent }) => [id, parent]));
  const depthOf = (id: string): number => {
    const parent = parents.get(id);
    return parent == null ? 0 : depthOf(parent) + 1;
  };
  return new Map(blocks.map(({ id }) => [id, depthOf(id)]));
}

/** Edges carry their own way; React Flow only wants to know that they have ends. */
const handlesOf = ({ width, height }: Box): BlockNodeType['handles'] => [
  { type: 'target', position: Position.Top, x: width / 2, y: 0, width: 1, height: 1 },
  { type: 'source', position: Position.Bottom, x: width / 2, y: height, width: 1, height: 1 },
];

export const edgesOf = ({ edges }: WorkflowGraph, { routes }: Layout): RouteEdgeType[] =>
  edges.flatMap((edge): RouteEdgeType[] => {
    const route = routes.get(edge.id);
    if (route === undefined) return [];
    return [
      {
        ...{ id: edge.id, type: 'route', source: edge.from, target: edge.to },
        data: { edge, route, path: pathOf(route.points), labelAt: route.label },
      },
    ];
  });
