/** Blocks are dragged: to another place, into a body or out of one, onto an edge. */
import {
  bodyMovers,
  draggedBlocks,
  draggedRoots,
  movedPositions,
} from '../../../core/canvas-edit/dragged-blocks.js';
import { dropEdge, dropFrame } from '../../../core/canvas-edit/drop-place.js';
import { roomOnEdge } from '../../../core/canvas-edit/room.js';
import { snapped } from '../../../core/canvas-edit/snap.js';
import { aroundAll, type Box, movedBy, type Point } from '../../../core/layout/box.js';
import { type Drag, type DragContext, placedOf, type Pointer } from './drag.js';
import { noGesture, stillMotion } from './gesture.js';

interface Place {
  readonly frame: { readonly id: string | null } | null;
  readonly edge: string | null;
  readonly refusal: string | null;
}

export function moveDrag(context: DragContext, pressed: string, start: Point): Drag {
  const { scene, session, positions, selection } = context;
  const { graph, layout } = scene;
  const isInGroup = selection.has(pressed);
  const dragged = draggedBlocks(graph.blocks, isInGroup ? selection : [pressed]);
  const roots = draggedRoots(graph.blocks, dragged);
  const bounds = aroundAll(boxesOf(roots, layout.boxes));
  const others = [...layout.boxes].flatMap(([id, box]) => (dragged.has(id) ? [] : [box]));
  const placeAt = placeFinder(context, dragged, roots);
  let [by, place]: [Point, Place] = [stillMotion.by, { frame: null, edge: null, refusal: null }];
  if (!isInGroup) context.preview(new Set([pressed]));
  session.gesture.set({ kind: 'move', dragged, ...place });
  const end = (): void => {
    session.gesture.set(noGesture);
    session.motion.set(stillMotion);
  };
  return {
    step: (pointer: Pointer) => {
      const raw = { x: pointer.at.x - start.x, y: pointer.at.y - start.y };
      const none = { by: raw, guides: stillMotion.guides };
      const { by: next, guides } = pointer.isFree ? none : snapped(bounds, raw, others);
      by = next;
      const found = placeAt(pointer.at, movedBy(bounds, by));
      if (!isSame(found, place)) {
        place = found;
        session.gesture.set({ kind: 'move', dragged, ...place });
      }
      session.motion.set({ ...stillMotion, pointer: pointer.stage, at: pointer.at, by, guides });
    },
    drop: () => {
      end();
      if (!isInGroup) context.select(new Set([pressed]));
      if (place.refusal !== null || (by.x === 0 && by.y === 0)) return;
      const placed = { blocks: graph.blocks, boxes: layout.boxes, stored: positions };
      dropBlocks(context, roots, place, movedPositions(placed, dragged, by));
    },
    cancel: () => {
      end();
      context.preview(null);
    },
  };
}

function dropBlocks(
  context: DragContext,
  roots: readonly string[],
  { frame, edge: edgeId }: Place,
  positions: ReturnType<typeof movedPositions>,
): void {
  const { editing } = context;
  const { graph } = context.scene;
  const edge = graph.edges.find(({ id }) => id === edgeId);
  if (frame !== null) {
    const after = edge === undefined ? null : { from: edge.from, port: edge.port };
    editing.onMoveToBody({
      blocks: bodyMovers(graph, roots),
      container: frame.id,
      ...(after !== null && { after }),
      positions,
    });
    return;
  }
  const [block] = roots;
  if (edge === undefined || block === undefined) {
    editing.onMove(positions);
    return;
  }
  const { at, positions: moved } = roomOnEdge(placedOf(context), edge);
  editing.onInsertBlock(block, edge, { ...positions, ...moved, [block]: at });
}

/** Refusals are asked for once for each body: they do not change while blocks are dragged. */
function placeFinder(
  { scene, editing }: DragContext,
  dragged: ReadonlySet<string>,
  roots: readonly string[],
): (at: Point, ghost: Box) => Place {
  const { graph, layout } = scene;
  const drawing = { graph, boxes: layout.boxes, routes: layout.routes };
  const movers = bodyMovers(graph, roots);
  const parents = new Map(graph.blocks.map(({ id, parent }) => [id, parent]));
  const home = parents.get(movers[0] ?? '') ?? null;
  const refusals = new Map<string | null, string | null>();
  const refusalFor = (frame: string | null): string | null => {
    const known = refusals.get(frame);
    if (known !== undefined) return known;
    const asked = movers.filter((id) => parents.get(id) !== frame);
    const refusal =
      asked.map((id) => editing.bodyRefusalOf(id, frame)).find((one) => one !== null) ?? null;
    refusals.set(frame, refusal);
    return refusal;
  };
  const canInsert = movers.length === 1 && roots.length === 1;
  const isLoose = !graph.edges.some(({ from, to }) => from === movers[0] || to === movers[0]);
  const isTrigger = movers[0] === graph.triggerId;
  return (at, ghost) => {
    if (movers.length === 0) return { frame: null, edge: null, refusal: null };
    const inside = dropFrame(drawing, at, { dragged, home, ghost });
    const hasMoved = movers.some((id) => parents.get(id) !== inside);
    const refusal = hasMoved ? refusalFor(inside) : null;
    const mayInsert = canInsert && refusal === null && !isTrigger && (hasMoved || isLoose);
    return {
      frame: hasMoved ? { id: inside } : null,
      edge: mayInsert ? dropEdge(drawing, at, { dragged, frame: inside }) : null,
      refusal,
    };
  };
}

const boxesOf = (ids: readonly string[], boxes: ReadonlyMap<string, Box>): Box[] =>
  ids.flatMap((id) => boxes.get(id) ?? []);

const isSame = (a: Place, b: Place): boolean =>
  a.frame?.id === b.frame?.id && a.edge === b.edge && a.refusal === b.refusal;
