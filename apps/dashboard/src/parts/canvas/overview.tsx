/**
 * Far away, blocks are rectangles on one 2D canvas: a thousand of them in the page would take
 * three times as long to move. React Flow goes on to pan and zoom below it.
 */
import { useStoreApi } from '@xyflow/react';
import { use, useEffect, useRef } from 'react';
import type { Box } from '../../core/layout/box.js';
import { MarkContext, useStores } from './canvas-context.js';
import styles from './overview.module.css';
import { startPainter } from './painter.js';
import type { Scene } from './use-scene.js';

interface OverviewProps {
  scene: Scene;
  hovered: string | null;
}

export function Overview({ scene, hovered }: OverviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const flow = useStoreApi();
  const { statusOf, picks } = useStores();
  const marks = use(MarkContext);
  // The outside systems are the 2D canvas and what it shows.
  useEffect(() => {
    if (canvas.current === null) return undefined;
    const { boxes } = scene.layout;
    const painter = startPainter({
      ...{ canvas: canvas.current, scene, statusOf },
      viewNow: () => {
        const [x, y, zoom] = flow.getState().transform;
        return { x, y, zoom };
      },
      after: (context, ink, { zoom }) => {
        const { selected, group, pointed } = picks.get();
        context.lineWidth = 1.5 / zoom;
        for (const [id, { kind }] of marks.blocks) {
          context.strokeStyle = ink[inkOfMark[kind]];
          ring(context, boxes.get(id), 0);
        }
        context.strokeStyle = ink.focus;
        context.lineWidth = 2 / zoom;
        for (const id of new Set([selected, ...group, pointed]))
          ring(context, boxes.get(id ?? ''), 4 / zoom);
      },
    });
    const stops = [flow.subscribe(painter.repaint), picks.subscribe(painter.repaint), painter.stop];
    return () => stops.forEach((stop) => stop());
  }, [scene, statusOf, picks, marks, flow]);
  const box = scene.layout.boxes.get(hovered ?? '');
  const block = scene.graph.blocks.find(({ id }) => id === hovered);
  const [x, y, zoom] = flow.getState().transform;
  return (
    <>
      <canvas ref={canvas} className={styles.overview} />
      {block !== undefined && box !== undefined && (
        <div
          className={styles.name}
          style={{
            transform: `translate(${box.x * zoom + x}px, ${box.y * zoom + y - 6}px) translateY(-100%)`,
          }}
        >
          {block.name}
        </div>
      )}
    </>
  );
}

const inkOfMark = { added: 'success', removed: 'error', changed: 'focus', moved: 'taken' } as const;

function ring(context: CanvasRenderingContext2D, box: Box | undefined, air: number): void {
  if (box === undefined) return;
  context.beginPath();
  context.roundRect(box.x - air, box.y - air, box.width + 2 * air, box.height + 2 * air, 8 + air);
  context.stroke();
}
