import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { holds, movedBy, overlap } from '../layout/box.js';
import { layoutWorkflow } from '../layout/layout.js';
import { storedLayout } from '../layout/stored.js';
import { anyWorkflow } from '../layout/testing/random-workflow.js';
import { layoutInputOf } from '../workflow-graph/block-size.js';
import { type DrawnDefinition, workflowGraph } from '../workflow-graph/workflow-graph.js';
import { draggedBlocks, draggedRoots, movedPositions } from './dragged-blocks.js';
import { dropEdge, dropFrame } from './drop-place.js';
import { roomOnEdge } from './room.js';

const drawn = (definition: DrawnDefinition) => {
  const graph = workflowGraph(definition);
  const input = layoutInputOf(graph);
  return { graph, input, ...layoutWorkflow(input) };
};

const anyDrag = fc.record({
  definition: anyWorkflow,
  picks: fc.array(fc.nat(999), { minLength: 1, maxLength: 4 }),
  by: fc.record({ x: fc.integer({ min: -900, max: 900 }), y: fc.integer({ min: -900, max: 900 }) }),
});

describe('a drag', () => {
  it('takes the body of each frame along, and nothing that stands outside', () => {
    fc.assert(
      fc.property(anyDrag, ({ definition, picks }) => {
        const { graph } = drawn(definition);
        const ids = picks.map((pick) => graph.blocks[pick % graph.blocks.length]!.id);
        const dragged = draggedBlocks(graph.blocks, ids);
        for (const { id, parent } of graph.blocks)
          expect(dragged.has(id)).toBe(
            ids.includes(id) || (parent !== null && dragged.has(parent)),
          );
        expect(draggedBlocks(graph.blocks, draggedRoots(graph.blocks, dragged))).toEqual(dragged);
      }),
    );
  });

  it('leaves each other block where it was drawn', () => {
    fc.assert(
      fc.property(anyDrag, ({ definition, picks, by }) => {
        const { graph, input, boxes } = drawn(definition);
        const ids = picks.map((pick) => graph.blocks[pick % graph.blocks.length]!.id);
        const dragged = draggedBlocks(graph.blocks, ids);
        const { blocks } = graph;
        const positions = movedPositions({ blocks, boxes, stored: {} }, dragged, by);
        const after = storedLayout(input, positions, null);
        for (const { id, kind } of blocks) {
          if (kind === 'container') continue;
          const before = boxes.get(id)!;
          const expected = dragged.has(id) ? movedBy(before, by) : before;
          const { x, y } = after.boxes.get(id)!;
          expect(Math.abs(x - expected.x) + Math.abs(y - expected.y)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('ends in a body only where its frame is, and on an edge only in that body', () => {
    fc.assert(
      fc.property(anyDrag, ({ definition, picks: [pick], by }) => {
        const { graph, boxes, routes } = drawn(definition);
        const block = graph.blocks[(pick ?? 0) % graph.blocks.length]!;
        const dragged = draggedBlocks(graph.blocks, [block.id]);
        const ghost = movedBy(boxes.get(block.id)!, by);
        const at = { x: ghost.x + ghost.width / 2, y: ghost.y + 10 };
        const held = { dragged, home: block.parent, ghost };
        const frame = dropFrame({ graph, boxes }, at, held);
        if (frame !== null) {
          expect(dragged.has(frame)).toBe(false);
          const isUnder = holds(boxes.get(frame)!, { ...at, width: 0, height: 0 });
          expect(frame === block.parent || isUnder).toBe(true);
        }
        const edgeId = dropEdge({ graph, routes }, at, { dragged, frame });
        const edge = graph.edges.find(({ id }) => id === edgeId);
        if (edge === undefined) return;
        expect(dragged.has(edge.from) || dragged.has(edge.to)).toBe(false);
        for (const end of [edge.from, edge.to])
          expect(graph.blocks.find(({ id }) => id === end)!.parent).toBe(frame);
      }),
    );
  });
});

describe('room on an edge', () => {
  const anyRoom = fc.record({ definition: anyWorkflow, pick: fc.nat(999) });

  it('lies below where the edge comes from and above where it leads', () => {
    fc.assert(
      fc.property(anyRoom, ({ definition, pick }) => {
        const { graph, boxes } = drawn(definition);
        const edge = graph.edges[pick % graph.edges.length];
        if (edge === undefined) return;
        const { at, positions } = roomOnEdge({ graph, boxes, stored: {} }, edge);
        const [source, target] = [boxes.get(edge.from)!, boxes.get(edge.to)!];
        if (target.y < source.y + source.height) return;
        expect(at[1]).toBeGreaterThanOrEqual(source.y + source.height);
        const place = positions[edge.to];
        if (place !== undefined) expect(place[1]).toBeGreaterThanOrEqual(at[1] + 52);
      }),
    );
  });

  it('moves no block onto another', () => {
    fc.assert(
      fc.property(anyRoom, ({ definition, pick }) => {
        const { graph, boxes } = drawn(definition);
        const edge = graph.edges[pick % graph.edges.length];
        if (edge === undefined) return;
        const { positions } = roomOnEdge({ graph, boxes, stored: {} }, edge);
        const after = graph.blocks.flatMap(({ id, kind }) => {
          const [x = 0, y = 0] = positions[id] ?? [];
          return kind === 'container' ? [] : [{ ...boxes.get(id)!, x, y }];
        });
        for (const [index, box] of after.entries())
          for (const other of after.slice(index + 1)) expect(overlap(box, other)).toBe(false);
      }),
    );
  });
});
