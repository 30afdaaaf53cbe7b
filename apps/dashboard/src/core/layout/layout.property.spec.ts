import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { workflowGraph, type WorkflowGraph } from '../workflow-graph/workflow-graph.js';
import { layoutInputOf } from '../workflow-graph/block-size.js';
import { type Box, bottomOf, holds, overlap, type Point, rightOf } from './box.js';
import { type Layout, layoutWorkflow } from './layout.js';
import { anyWorkflow } from './testing/random-workflow.js';

interface Laid {
  readonly graph: WorkflowGraph;
  readonly layout: Layout;
}

const laid = anyWorkflow.map((definition): Laid => {
  const graph = workflowGraph(definition);
  return { graph, layout: layoutWorkflow(layoutInputOf(graph)) };
});

const boxOf = ({ layout }: Laid, id: string): Box => {
  const box = layout.boxes.get(id);
  if (box === undefined) throw new Error(`${id} has no place`);
  return box;
};

/** Containers around a block, and itself. */
function around({ graph }: Laid, id: string): Set<string> {
  const parents = new Map(graph.blocks.map((block) => [block.id, block.parent]));
  const found = new Set<string>();
  for (let at: string | null | undefined = id; at != null; at = parents.get(at)) found.add(at);
  return found;
}

const partsOf = (points: readonly Point[]): [Point, Point][] =>
  points.slice(1).map((point, at) => [points[at]!, point]);

const pointBoxes = (points: readonly Point[]): Box[] =>
  points.map((point) => ({ ...point, width: 0, height: 0 }));

/** A line along the rim of a block does not run beneath it. */
const crosses = (box: Box, [a, b]: readonly [Point, Point]): boolean =>
  Math.min(a.x, b.x) < rightOf(box) - 1 &&
  Math.max(a.x, b.x) > box.x + 1 &&
  Math.min(a.y, b.y) < bottomOf(box) - 1 &&
  Math.max(a.y, b.y) > box.y + 1;

describe('layoutWorkflow', () => {
  it('places every block and leads every edge, the same way each time', () => {
    fc.assert(
      fc.property(anyWorkflow, (definition) => {
        const graph = workflowGraph(definition);
        const layout = layoutWorkflow(layoutInputOf(graph));
        expect([...layout.boxes.keys()].sort()).toEqual(graph.blocks.map(({ id }) => id).sort());
        expect([...layout.routes.keys()].sort()).toEqual(graph.edges.map(({ id }) => id).sort());
        for (const { points } of layout.routes.values()) expect(points.length).toBeGreaterThan(1);
        expect(layoutWorkflow(layoutInputOf(workflowGraph(definition)))).toEqual(layout);
      }),
    );
  });

  it('lets no two blocks overlap, unless one holds the other', () => {
    fc.assert(
      fc.property(laid, (one) => {
        const ids = one.graph.blocks.map(({ id }) => id);
        const overlapping = ids.flatMap((a, at) =>
          ids
            .slice(at + 1)
            .filter((b) => !around(one, a).has(b) && !around(one, b).has(a))
            .filter((b) => overlap(boxOf(one, a), boxOf(one, b)))
            .map((b) => [a, b]),
        );
        expect(overlapping).toEqual([]);
      }),
    );
  });

  it('draws each body inside its container, with its edges', () => {
    fc.assert(
      fc.property(laid, (one) => {
        const { graph, layout } = one;
        const parents = new Map(graph.blocks.map(({ id, parent }) => [id, parent]));
        const boxes = graph.blocks.map(({ id, parent }) => ({
          id,
          parent,
          inner: [boxOf(one, id)],
        }));
        const ways = graph.edges
          .filter(({ from, to }) => parents.get(from) === parents.get(to))
          .map(({ id, from }) => ({
            id,
            parent: parents.get(from) ?? null,
            inner: pointBoxes(layout.routes.get(id)?.points ?? []),
          }));
        const outside = [...boxes, ...ways].filter(
          ({ parent, inner }) =>
            parent !== null && !inner.every((box) => holds(boxOf(one, parent), box)),
        );
        expect(outside).toEqual([]);
      }),
    );
  });

  it('leads no edge of the flow beneath a block', () => {
    fc.assert(
      fc.property(laid, (one) => {
        const { graph, layout } = one;
        const hidden = graph.edges.flatMap(({ id, from, to, kind }) => {
          if (kind === 'tool') return [];
          const own = new Set([...around(one, from), ...around(one, to)]);
          const parts = partsOf(layout.routes.get(id)?.points ?? []);
          return (
            graph.blocks
              .filter((block) => !own.has(block.id))
              // A frame stands for its body.
              .filter((block) => !around(one, block.id).has(from) && !around(one, block.id).has(to))
              .filter((block) => parts.some((part) => crosses(boxOf(one, block.id), part)))
              .map((block) => [id, block.id])
          );
        });
        expect(hidden).toEqual([]);
      }),
    );
  });

  it('leaves and reaches each block at its rim', () => {
    fc.assert(
      fc.property(laid, (one) => {
        const loose = one.graph.edges.filter(({ id, from, to, kind }) => {
          const [start, ...rest] = pointBoxes(one.layout.routes.get(id)?.points ?? []);
          const end = rest.at(-1);
          const isOnRim = (box: Box, point: Box | undefined): boolean =>
            point !== undefined && holds(box, point) && !crosses(box, [point, point]);
          return (
            kind !== 'tool' && !(isOnRim(boxOf(one, from), start) && isOnRim(boxOf(one, to), end))
          );
        });
        expect(loose).toEqual([]);
      }),
    );
  });
});
