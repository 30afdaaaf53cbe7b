/**
 * The whole workflow as paths of one colour each, in its own pixels: blocks by status, tiles by
 * category, edges by state. Drawing it again at another place is then a few calls, however many
 * blocks there are.
 */
import { blockLookOf } from '../../core/block-look/block-look.js';
import type { Box } from '../../core/layout/box.js';
import { lookOf } from '../../core/status/status.js';
import type { Ink } from './ink.js';
import { edgeState, type StatusStore } from './status-store.js';
import type { Scene } from './use-scene.js';

type Colour = keyof Ink;

interface Layer {
  readonly path: Path2D;
  readonly fill?: Colour;
  readonly stroke?: Colour;
  /** In pixels of the screen. */
  readonly lineWidth?: number;
}

export type Picture = readonly Layer[];

const looks: Readonly<Record<string, Omit<Layer, 'path'>>> = {
  plain: { fill: 'block', stroke: 'line' },
  success: { fill: 'successFill', stroke: 'success' },
  error: { fill: 'errorFill', stroke: 'error' },
  running: { fill: 'runningFill', stroke: 'running', lineWidth: 1.5 },
  waiting: { fill: 'waitingFill', stroke: 'waiting', lineWidth: 1.5 },
  retrying: { fill: 'waitingFill', stroke: 'waiting', lineWidth: 1.5 },
  skipped: { stroke: 'edge' },
  cancelled: { stroke: 'edge' },
};

const tile = { inset: 10, size: 30 } as const;

export function pictureOf({ graph, layout }: Scene, statusOf: StatusStore): Picture {
  const paths = new Map<string, Path2D>();
  const pathFor = (name: string): Path2D => {
    const path = paths.get(name) ?? new Path2D();
    paths.set(name, path);
    return path;
  };
  for (const { id, kind, type } of graph.blocks) {
    const box = layout.boxes.get(id);
    if (box === undefined) continue;
    if (kind === 'container') {
      pathFor('frame').roundRect(box.x, box.y, box.width, box.height, 12);
      continue;
    }
    const status = statusOf.get(id)?.status;
    const sign = status == null ? 'plain' : lookOf(status).sign;
    addBlock(pathFor(`block ${sign in looks ? sign : 'plain'}`), box);
    // A failed block is filled: a tile on it would only weaken it.
    if (sign !== 'error' && sign !== 'skipped' && kind === 'block')
      addTile(pathFor(`tile ${blockLookOf(type).category}`), box);
  }
  for (const edge of graph.edges) {
    const points = layout.routes.get(edge.id)?.points ?? [];
    const state = edgeState(statusOf, edge);
    const isTaken = state === 'taken';
    const path = pathFor(isTaken ? (edge.kind === 'error' ? 'edge error' : 'edge taken') : 'edge');
    for (const [at, { x, y }] of points.entries())
      if (at === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
  }
  return layersOf(paths);
}

const addBlock = (path: Path2D, { x, y, width, height }: Box): void =>
  path.roundRect(x, y, width, height, 8);

const addTile = (path: Path2D, { x, y, height }: Box): void =>
  path.roundRect(x + tile.inset, y + (height - tile.size) / 2, tile.size, tile.size, 7);

/** From the back: frames, edges, blocks, tiles. */
function layersOf(paths: ReadonlyMap<string, Path2D>): Picture {
  const layer = (name: string, look: Omit<Layer, 'path'>): Layer[] => {
    const path = paths.get(name);
    return path === undefined ? [] : [{ path, ...look }];
  };
  const categories = ['trigger', 'call', 'ai', 'logic', 'code', 'flow', 'human', 'output'] as const;
  return [
    ...layer('frame', { fill: 'frame', stroke: 'frameLine' }),
    ...layer('edge', { stroke: 'edge' }),
    ...layer('edge taken', { stroke: 'taken' }),
    ...layer('edge error', { stroke: 'error' }),
    ...Object.entries(looks).flatMap(([sign, look]) => layer(`block ${sign}`, look)),
    ...categories.flatMap((category) => layer(`tile ${category}`, { fill: category })),
  ];
}

export function paint(
  context: CanvasRenderingContext2D,
  picture: Picture,
  ink: Ink,
  { x, y, zoom }: { x: number; y: number; zoom: number },
): void {
  const { canvas } = context;
  const ratio = canvas.width / Math.max(1, canvas.clientWidth);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(ratio * zoom, 0, 0, ratio * zoom, ratio * x, ratio * y);
  for (const { path, fill, stroke, lineWidth = 1 } of picture) {
    if (fill !== undefined) {
      context.fillStyle = ink[fill];
      context.fill(path);
    }
    if (stroke !== undefined) {
      context.strokeStyle = ink[stroke];
      context.lineWidth = lineWidth / zoom;
      context.stroke(path);
    }
  }
}
