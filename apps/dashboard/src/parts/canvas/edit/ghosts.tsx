/**
 * Blocks while they are dragged: drawn once, and moved as one layer. Edges to what stays are one
 * line, led anew with each step.
 */
import { useStoreApi, ViewportPortal } from '@xyflow/react';
import { useRef } from 'react';
import { type Box, movedBy, type Point } from '../../../core/layout/box.js';
import { freeRoute } from '../../../core/layout/free-route.js';
import { pathOf } from '../../../core/layout/route.js';
import { BlockFace } from '../block-node.js';
import type { BlockData, BlockNodeType } from '../flow-elements.js';
import { FrameFace } from '../frame-node.js';
import { NoteFace } from '../note-node.js';
import type { Scene } from '../use-scene.js';
import { useEditSession } from './edit-session.js';
import styles from './layers.module.css';
import { useMotion } from './use-motion.js';
import { useValue } from './value-store.js';

/** More would cost more than a frame. */
const mostLines = 60;

export function Ghosts({ scene }: { scene: Scene }) {
  const { gesture } = useEditSession();
  const dragged = useValue(gesture, (now) => (now.kind === 'move' ? now.dragged : null));
  return dragged === null ? null : <Dragged scene={scene} dragged={dragged} />;
}

interface DraggedProps {
  scene: Scene;
  dragged: ReadonlySet<string>;
}

function Dragged({ scene, dragged }: DraggedProps) {
  const layer = useRef<HTMLDivElement>(null);
  const lines = useRef<SVGPathElement>(null);
  const store = useStoreApi();
  const view = viewBox(store.getState());
  const shown = scene.nodes.filter(({ id }) => dragged.has(id) && isSeen(scene, id, view));
  const crossing = crossingEdges(scene, dragged);
  const inner = scene.edges.filter(
    ({ source, target }) => dragged.has(source) && dragged.has(target),
  );
  useMotion(({ by }) => {
    if (layer.current !== null) layer.current.style.translate = `${by.x}px ${by.y}px`;
    lines.current?.setAttribute('d', crossing.map((lead) => lead(by)).join(''));
  });
  return (
    <ViewportPortal>
      <svg className={styles.lines}>
        <path ref={lines} />
      </svg>
      <div ref={layer} className={styles.ghosts} data-single={shown.length === 1 ? '' : undefined}>
        <svg className={styles.lines}>
          <path d={inner.map(({ data }) => data?.path ?? '').join('')} />
        </svg>
        {shown.map((node) => (
          <Ghost key={node.id} node={node} />
        ))}
      </div>
    </ViewportPortal>
  );
}

function Ghost({ node: { position, width, height, data } }: { node: BlockNodeType }) {
  const style = { left: position.x, top: position.y, width, height };
  return (
    <div className={styles.ghost} style={style}>
      <Face {...data} />
    </div>
  );
}

function Face(data: BlockData) {
  switch (data.block.kind) {
    case 'block':
      return <BlockFace block={data.block} />;
    case 'container':
      return <FrameFace {...data} />;
    case 'note':
      return <NoteFace block={data.block} />;
  }
}

interface View {
  readonly transform: readonly [number, number, number];
  readonly width: number;
  readonly height: number;
}

/** With as much around it again: the view moves while blocks are held at its border. */
function viewBox({ transform: [x, y, zoom], width, height }: View): Box {
  const [w, h] = [width / zoom, height / zoom];
  return { x: -x / zoom - w, y: -y / zoom - h, width: 3 * w, height: 3 * h };
}

function isSeen({ layout }: Scene, id: string, view: Box): boolean {
  const box = layout.boxes.get(id);
  return (
    box !== undefined &&
    box.x < view.x + view.width &&
    view.x < box.x + box.width &&
    box.y < view.y + view.height &&
    view.y < box.y + box.height
  );
}

/** How each edge between what moves and what stays is drawn after a drag by these pixels. */
function crossingEdges(
  { graph, layout }: Scene,
  dragged: ReadonlySet<string>,
): ((by: Point) => string)[] {
  const left = Map.groupBy(graph.edges, ({ from }) => from);
  const reached = Map.groupBy(graph.edges, ({ to }) => to);
  return graph.edges
    .filter(({ from, to }) => dragged.has(from) !== dragged.has(to))
    .slice(0, mostLines)
    .flatMap(({ from, to }) => {
      const [source, target] = [layout.boxes.get(from), layout.boxes.get(to)];
      if (source === undefined || target === undefined) return [];
      const edge = {
        label: null,
        isBranch: (left.get(from)?.length ?? 0) > 1,
        isJoin: (reached.get(to)?.length ?? 0) > 1,
      };
      return (by: Point): string =>
        pathOf(
          freeRoute(
            dragged.has(from) ? movedBy(source, by) : source,
            dragged.has(to) ? movedBy(target, by) : target,
            edge,
          ).points,
        );
    });
}
