/** A block from outside is dragged over the canvas: onto an edge, into a body, anywhere. */
import { dropEdge, frameAt } from '../../../core/canvas-edit/drop-place.js';
import { newSizeOf, type Room, roomAt, roomOnEdge } from '../../../core/canvas-edit/room.js';
import type { Point } from '../../../core/layout/box.js';
import type { NewBlockPlace } from './canvas-editing.js';
import { type DragContext, placedOf, type Pointer } from './drag.js';
import { noGesture, stillMotion } from './gesture.js';

const nobody: ReadonlySet<string> = new Set();

/** @returns whether it may be put there */
export function overNew(context: DragContext, type: string | null, pointer: Pointer): boolean {
  const { session } = context;
  const place = placeAt(context, pointer.at);
  const refusal = type === null ? null : refusalAt(context, type, place);
  const now = session.gesture.get();
  const isKnown =
    now.kind === 'new' &&
    now.frame?.id === place.container &&
    now.edge === (place.edge?.id ?? null) &&
    now.refusal === refusal;
  if (!isKnown) {
    const frame = { id: place.container };
    session.gesture.set({ kind: 'new', frame, edge: place.edge?.id ?? null, refusal });
  }
  session.motion.set({ ...stillMotion, pointer: pointer.stage, at: pointer.at });
  return refusal === null;
}

export function leaveNew({ session }: DragContext): void {
  session.gesture.set(noGesture);
  session.motion.set(stillMotion);
}

export function dropNew(context: DragContext, type: string, { at, screen }: Pointer): void {
  leaveNew(context);
  const place = placeAt(context, at);
  if (refusalAt(context, type, place) === null)
    context.editing.onDropNew(type, { ...place, screen, room: roomFor(context, type, place, at) });
}

function placeAt({ scene: { graph, layout } }: DragContext, at: Point): NewBlockPlace {
  const { boxes, routes } = layout;
  const container = frameAt({ graph, boxes }, at, nobody);
  const id = dropEdge({ graph, routes }, at, { dragged: nobody, frame: container });
  return { container, edge: graph.edges.find((edge) => edge.id === id) ?? null };
}

function roomFor(context: DragContext, type: string, { edge }: NewBlockPlace, at: Point): Room {
  const [placed, size] = [placedOf(context), newSizeOf(type)];
  return edge === null ? roomAt(placed, at, size) : roomOnEdge(placed, edge, size);
}

const refusalAt = ({ editing }: DragContext, type: string, place: NewBlockPlace): string | null =>
  editing.newBlockRefusalOf?.(type, place) ?? null;
