/** Places the blocks of one region: the body of a container, or what stands in none. */
import { placesBeside } from './beside.js';
import { aroundAll, type Box, type Size } from './box.js';
import { componentsOf } from './components.js';
import { addTo, boundsOf, type Drawing, emptyDrawing } from './drawing.js';
import { freeRoute } from './free-route.js';
import { bodyPadding, frameSizeOf } from './frame.js';
import type { LayoutBlock, LayoutEdge } from './layout-input.js';
import { placeRegion, type RegionItem } from './region.js';
import { hungTools, toolPlaces, toolRoute } from './tools.js';

export interface PlacedBody extends Size {
  /** Of its blocks and of all inside them, from its own left top. */
  readonly drawing: Drawing;
  /** Of its main line. */
  readonly lineX: number;
  readonly blockCount: number;
}

/** A block with all that moves with it: its body, its tools. */
interface Item extends RegionItem {
  readonly id: string;
  readonly drawing: Drawing;
}

/** @param bodies of the containers among the blocks */
export function placeBody(
  blocks: readonly LayoutBlock[],
  edges: readonly LayoutEdge[],
  start: string | null,
  bodies: ReadonlyMap<string, PlacedBody>,
): PlacedBody {
  const tools = hungTools(edges, new Set(bodies.keys()));
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const toolsOf = Map.groupBy(tools.values(), ({ from }) => from);
  const items = blocks
    .filter(({ id }) => !tools.has(id))
    .map((block): Item => {
      const body = bodies.get(block.id);
      return body === undefined
        ? blockItem(block, toolsOf.get(block.id) ?? [], byId)
        : frameItem(block.id, body);
    });
  const placed = placeItems(items, edges, start);
  const { boxes, routes } = placed.drawing;
  // A tool that is used twice, or that edges reach as well.
  for (const { id, from, to, kind } of edges) {
    const [source, target] = [boxes.get(from), boxes.get(to)];
    if (kind !== 'tool' || routes.has(id) || !source || !target) continue;
    routes.set(id, freeRoute(source, target, freely));
  }
  // Such a way may lead around the blocks at their right.
  const { width, height } = boundsOf(placed.drawing);
  return { ...placed, width, height };
}

const freely = { label: null, isBranch: true, isJoin: true } as const;

function blockItem(
  block: LayoutBlock,
  tools: readonly LayoutEdge[],
  byId: ReadonlyMap<string, LayoutBlock>,
): Item {
  const own: Box = { x: 0, y: 0, width: block.width, height: block.height };
  const drawing = emptyDrawing();
  drawing.boxes.set(block.id, own);
  const sizes = tools.map(({ to }): Size => byId.get(to) ?? own);
  for (const [at, place] of toolPlaces(own, sizes).entries()) {
    const { id, to } = tools[at] ?? { id: '', to: '' };
    const { width, height } = sizes[at] ?? own;
    const box = { ...place, width, height };
    drawing.boxes.set(to, box);
    drawing.routes.set(id, toolRoute(own, box));
  }
  const outer = aroundAll(drawing.boxes.values());
  const line = block.width / 2;
  return { id: block.id, own, outer, line, hasSides: true, weight: 1, drawing };
}

function frameItem(id: string, body: PlacedBody): Item {
  const frame = frameSizeOf(body);
  const own: Box = { x: 0, y: 0, ...frame };
  const drawing = emptyDrawing();
  drawing.boxes.set(id, own);
  addTo(drawing, body.drawing, { x: bodyPadding.side, y: bodyPadding.top });
  const line = body.width === 0 ? frame.width / 2 : body.lineX + bodyPadding.side;
  return { id, own, outer: frame, line, hasSides: false, weight: 1 + body.blockCount, drawing };
}

/** Items that hang together are one drawing; the one with the start has the main line. */
function placeItems(
  items: readonly Item[],
  edges: readonly LayoutEdge[],
  start: string | null,
): PlacedBody {
  const indexOf = new Map(items.map(({ id }, index) => [id, index]));
  const links = edges.flatMap(({ id, from, to, label, kind }) => {
    const [source, target] = [indexOf.get(from), indexOf.get(to)];
    if (kind === 'tool' || source === undefined || target === undefined) return [];
    return [{ id, from: source, to: target, label, isUsual: kind === 'usual' }];
  });
  const isEntered = new Set(links.filter(({ from, to }) => from !== to).map(({ to }) => to));
  const startIndex = indexOf.get(start ?? '');
  const groups = componentsOf(items.length, links).map((members) => {
    const local = new Map(members.map((vertex, index) => [vertex, index]));
    const first =
      startIndex !== undefined && local.has(startIndex)
        ? startIndex
        : (members.find((vertex) => !isEntered.has(vertex)) ?? members[0] ?? 0);
    const inner = links.flatMap((link) => {
      const [from, to] = [local.get(link.from), local.get(link.to)];
      return from === undefined || to === undefined ? [] : [{ ...link, from, to }];
    });
    const groupItems = members.flatMap((vertex) => items[vertex] ?? []);
    return {
      drawing: drawn(groupItems, inner, local.get(first) ?? 0),
      isMain: first === startIndex,
    };
  });
  return sideBySide(
    groups.toSorted((a, b) => Number(b.isMain) - Number(a.isMain)).map(({ drawing }) => drawing),
  );
}

interface NamedLink {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly label: string | null;
  readonly isUsual: boolean;
}

/** One group of items, with its left top at 0, 0. */
function drawn(items: readonly Item[], links: readonly NamedLink[], start: number): PlacedBody {
  const region = placeRegion(items, links, start);
  const raw = emptyDrawing();
  for (const [index, item] of items.entries())
    addTo(raw, item.drawing, region.places[index] ?? { x: 0, y: 0 });
  for (const [index, route] of region.routes.entries()) {
    const id = links[index]?.id;
    if (id !== undefined) raw.routes.set(id, route);
  }
  const { x, y, width, height } = boundsOf(raw);
  const drawing = emptyDrawing();
  addTo(drawing, raw, { x: -x, y: -y });
  const blockCount = items.reduce((sum, { weight }) => sum + weight, 0);
  return { width, height, drawing, lineX: region.lineX - x, blockCount };
}

function sideBySide([main, ...others]: readonly PlacedBody[]): PlacedBody {
  const drawing = main?.drawing ?? emptyDrawing();
  let blockCount = main?.blockCount ?? 0;
  const places = placesBeside(main ?? { width: 0, height: 0 }, others);
  for (const [index, other] of others.entries()) {
    addTo(drawing, other.drawing, places[index] ?? { x: 0, y: 0 });
    blockCount += other.blockCount;
  }
  const { width, height } = boundsOf(drawing);
  return { width, height, drawing, lineX: main?.lineX ?? 0, blockCount };
}
