/**
 * Draws blocks where their author put them. A frame lies around its body. Blocks without a stored
 * place stand beside the block that leads to them as they do in the automatic layout.
 */
import { bottomOf, type Box, type Point } from './box.js';
import { boundsOf, type Drawing, emptyDrawing } from './drawing.js';
import { frameAround } from './frame.js';
import { freeRoute } from './free-route.js';
import type { Layout } from './layout.js';
import type { LayoutBlock, LayoutInput } from './layout-input.js';
import { innermostFirst } from './nesting.js';

/** `[x, y]` of the left top, by block id. */
export type BlockPositions = Readonly<Record<string, readonly number[]>>;

/** All blocks have a place; frames need none, as they lie around their bodies. */
export const isComplete = ({ blocks }: LayoutInput, positions: BlockPositions): boolean =>
  blocks.every(({ id, isContainer }) => isContainer || placeIn(positions, id) !== null);

/** @param automatic is asked for blocks without a place */
export function storedLayout(
  input: LayoutInput,
  positions: BlockPositions,
  automatic: Pick<Layout, 'boxes'> | null,
): Layout {
  const drawing = emptyDrawing();
  const missing: LayoutBlock[] = [];
  for (const block of input.blocks) {
    const place = placeIn(positions, block.id);
    if (block.isContainer) continue;
    if (place === null) missing.push(block);
    else drawing.boxes.set(block.id, { ...place, width: block.width, height: block.height });
  }
  for (const block of missing)
    drawing.boxes.set(block.id, missingBox(block, input, drawing, automatic));
  const inside = Map.groupBy(input.blocks, ({ parent }) => parent);
  for (const container of innermostFirst(input.blocks)) {
    const body = (inside.get(container) ?? []).flatMap(({ id }) => drawing.boxes.get(id) ?? []);
    const at = placeIn(positions, container) ?? automatic?.boxes.get(container) ?? { x: 0, y: 0 };
    drawing.boxes.set(container, frameAround(body, at));
  }
  leadEdges(input, drawing);
  return { ...drawing, bounds: boundsOf(drawing) };
}

function placeIn(positions: BlockPositions, id: string): Point | null {
  const [x, y] = (Object.hasOwn(positions, id) ? positions[id] : undefined) ?? [];
  return x === undefined || y === undefined ? null : { x, y };
}

function missingBox(
  { id, width, height }: LayoutBlock,
  input: LayoutInput,
  { boxes }: Drawing,
  automatic: Pick<Layout, 'boxes'> | null,
): Box {
  const own = automatic?.boxes.get(id);
  for (const from of leadingTo(id, input)) {
    const [known, before] = [boxes.get(from), automatic?.boxes.get(from)];
    if (!known || !before || !own) continue;
    return { width, height, x: known.x + own.x - before.x, y: known.y + own.y - before.y };
  }
  const lowest = Math.max(0, ...[...boxes.values()].map((box) => bottomOf(box) + 24));
  return { width, height, x: own?.x ?? 0, y: lowest };
}

/** Nothing leads to the first block of a body: it stands by what leads to its container. */
function leadingTo(id: string, { blocks, edges }: LayoutInput): string[] {
  const parents = new Map(blocks.map((block) => [block.id, block.parent]));
  for (let at: string | null = id; at !== null; at = parents.get(at) ?? null) {
    const found = edges.filter(({ to }) => to === at).map(({ from }) => from);
    if (found.length > 0) return found;
  }
  return [];
}

function leadEdges({ edges }: LayoutInput, { boxes, routes }: Drawing): void {
  const left = Map.groupBy(edges, ({ from }) => from);
  const reached = Map.groupBy(edges, ({ to }) => to);
  for (const { id, from, to, label } of edges) {
    const [source, target] = [boxes.get(from), boxes.get(to)];
    if (source === undefined || target === undefined) continue;
    const isBranch = (left.get(from)?.length ?? 0) > 1;
    const isJoin = (reached.get(to)?.length ?? 0) > 1;
    routes.set(id, freeRoute(source, target, { label, isBranch, isJoin }));
  }
}
