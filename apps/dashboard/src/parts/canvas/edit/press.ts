/** What a press on each part of the drawing starts, and what a click on it does. */
import { roomAfter, roomOnEdge } from '../../../core/canvas-edit/room.js';
import type { Thing } from '../../../core/canvas-edit/thing-at.js';
import { boxDrag } from './box-drag.js';
import { type Drag, type DragContext, placedOf, type Pointer } from './drag.js';
import { moveDrag } from './move-drag.js';
import { wireDrag } from './wire-drag.js';

/** @returns null: nothing of it can be dragged */
export function dragOf(
  context: DragContext,
  thing: Thing,
  { at }: Pointer,
  hasShift: boolean,
): Drag | null {
  switch (thing.kind) {
    case 'port':
      return wireDrag(context, { from: thing.block, port: thing.port }, null);
    case 'edgeEnd': {
      const edge = edgeOf(context, thing.edge);
      return edge === undefined ? null : wireDrag(context, edge, edge);
    }
    case 'block':
      return moveDrag(context, thing.block, at);
    case 'frame':
      return hasShift ? boxDrag(context, at) : moveDrag(context, thing.block, at);
    case 'ground':
      return boxDrag(context, at);
    case 'insert':
    case 'edge':
      return null;
  }
}

export function clickThing(
  context: DragContext,
  thing: Thing,
  { screen }: Pointer,
  hasShift: boolean,
): void {
  const { editing, session, select, selection } = context;
  session.edge.set(null);
  switch (thing.kind) {
    case 'port':
      editing.onAddAfter(afterPort(context, thing.block, thing.port));
      return;
    case 'insert': {
      const edge = edgeOf(context, thing.edge);
      if (edge === undefined) return;
      editing.onInsertRequest(edge, { screen, room: roomOnEdge(placedOf(context), edge) });
      return;
    }
    case 'edge':
    case 'edgeEnd':
      select(new Set());
      session.edge.set(thing.edge);
      return;
    case 'block':
    case 'frame':
      select(hasShift ? toggled(selection, thing.block) : new Set([thing.block]));
      return;
    case 'ground':
      select(new Set());
  }
}

export function afterPort(context: DragContext, block: string, port: string | null) {
  const ports = context.editing.portsOf(block);
  const kind = ports.find(({ name }) => name === port)?.kind;
  const room = roomAfter(placedOf(context), { from: block, isBody: kind === 'each' });
  return { block, port, room };
}

const edgeOf = ({ scene }: DragContext, id: string) =>
  scene.graph.edges.find((edge) => edge.id === id);

function toggled(selection: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
}
