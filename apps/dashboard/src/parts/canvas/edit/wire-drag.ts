/** An edge is drawn from a port, or the end of one is led to another block. */
import { portPlaces } from '../../../core/canvas-edit/port-places.js';
import { frameAt } from '../../../core/canvas-edit/drop-place.js';
import { roomAt } from '../../../core/canvas-edit/room.js';
import { blockNear } from '../../../core/canvas-edit/thing-at.js';
import type { Point } from '../../../core/layout/box.js';
import type { GraphEdge } from '../../../core/workflow-graph/workflow-graph.js';
import type { PortRef } from './canvas-editing.js';
import { type Drag, type DragContext, placedOf, type Pointer } from './drag.js';
import { noGesture, stillMotion } from './gesture.js';

/** Close to a block is as good as on it. */
const air = 14;
const nobody: ReadonlySet<string> = new Set();

export function wireDrag(
  context: DragContext,
  { from, port }: PortRef,
  edge: GraphEdge | null,
): Drag {
  const { scene, editing, session } = context;
  const { graph, layout } = scene;
  const start = startOf(context, { from, port }, edge);
  const frames = framesAround(context, from);
  const kinds = new Map(graph.blocks.map(({ id, kind }) => [id, kind]));
  // Without edges, or around the block: no edge can be meant to end there.
  const isTarget = (id: string): boolean =>
    id !== from && kinds.get(id) !== 'note' && !frames.has(id);
  const refusals = new Map<string, string | null>();
  const refusalOf = (to: string): string | null => {
    const known = refusals.get(to);
    if (known !== undefined) return known;
    // Where it ends already, and what lies around: they stay as they are.
    const isQuiet = edge?.to === to || !isTarget(to);
    const refusal = isQuiet ? null : editing.refusalOf(from, port, to);
    refusals.set(to, refusal);
    return refusal;
  };
  const wire = { kind: 'wire', from, port, edge: edge?.id ?? null, refusalOf } as const;
  let to: string | null = null;
  session.gesture.set({ ...wire, to });
  const end = (): void => {
    session.gesture.set(noGesture);
    session.motion.set(stillMotion);
  };
  return {
    step: ({ at, stage }: Pointer) => {
      const next = blockNear(layout.boxes, at, air, isTarget);
      if (next !== to) {
        to = next;
        session.gesture.set({ ...wire, to });
      }
      const box = layout.boxes.get(to ?? '');
      const isHeld = box !== undefined && to !== null && refusalOf(to) === null;
      const tip = isHeld ? { x: box.x + box.width / 2, y: box.y } : at;
      session.motion.set({
        ...{ ...stillMotion, pointer: stage, at },
        wire: { start, end: tip },
      });
    },
    drop: ({ at, screen }: Pointer) => {
      end();
      if (to === null) {
        if (edge !== null) editing.onDisconnect(edge);
        else {
          const container = frameAt({ graph, boxes: layout.boxes }, at, nobody);
          // The edge arrives at the middle of the block's upper edge.
          const room = roomAt(placedOf(context), { x: at.x, y: at.y + 26 });
          editing.onDropOnGround({ from, port, screen, room, container });
        }
        return;
      }
      if (refusalOf(to) !== null || edge?.to === to) return;
      if (edge === null) editing.onConnect({ from, port, to });
      else editing.onReconnect(edge, to);
    },
    cancel: end,
  };
}

function startOf(
  { scene: { layout }, editing }: DragContext,
  { from, port }: PortRef,
  edge: GraphEdge | null,
): Point {
  const [first] = layout.routes.get(edge?.id ?? '')?.points ?? [];
  if (first !== undefined) return first;
  const box = layout.boxes.get(from);
  if (box === undefined) return { x: 0, y: 0 };
  const place = portPlaces(box, editing.portsOf(from)).find((one) => one.port.name === port);
  const at = place?.at ?? { x: box.width / 2, y: box.height };
  return { x: box.x + at.x, y: box.y + at.y };
}

function framesAround({ scene: { graph } }: DragContext, id: string): ReadonlySet<string> {
  const parents = new Map(graph.blocks.map((block) => [block.id, block.parent]));
  const frames = new Set<string>();
  for (let at = parents.get(id); at != null; at = parents.get(at)) frames.add(at);
  return frames;
}
