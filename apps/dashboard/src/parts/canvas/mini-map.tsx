/** Where the view is in a large workflow; a press or a drag moves it there. */
import { useReactFlow, useStoreApi } from '@xyflow/react';
import { type PointerEvent, useEffect, useRef } from 'react';
import type { Size } from '../../core/layout/box.js';
import { useStores } from './canvas-context.js';
import type { View } from './first-view.js';
import styles from './mini-map.module.css';
import { startPainter } from './painter.js';
import type { Scene } from './use-scene.js';

const map: Size = { width: 176, height: 112 };
const margin = 6;

/** The whole drawing, in the middle of the map. */
function mapView({ layout: { bounds } }: Scene): View {
  const zoom = Math.min(
    (map.width - 2 * margin) / Math.max(1, bounds.width),
    (map.height - 2 * margin) / Math.max(1, bounds.height),
  );
  return {
    zoom,
    x: (map.width - bounds.width * zoom) / 2 - bounds.x * zoom,
    y: (map.height - bounds.height * zoom) / 2 - bounds.y * zoom,
  };
}

export function MiniMap({ scene, stage }: { scene: Scene; stage: Size }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const seen = useRef<HTMLDivElement>(null);
  const store = useStoreApi();
  const flow = useReactFlow();
  const { statusOf } = useStores();
  const view = mapView(scene);
  // The outside systems are the 2D canvas and React Flow's viewport.
  useEffect(() => {
    if (canvas.current === null) return undefined;
    const own = mapView(scene);
    const painter = startPainter({ canvas: canvas.current, scene, statusOf, viewNow: () => own });
    const follow = (): void => {
      const [x, y, zoom] = store.getState().transform;
      const scale = own.zoom / zoom;
      const { style } = seen.current ?? {};
      if (style === undefined) return;
      style.width = `${stage.width * scale}px`;
      style.height = `${stage.height * scale}px`;
      style.transform = `translate(${own.x - x * scale}px, ${own.y - y * scale}px)`;
    };
    follow();
    const stops = [store.subscribe(follow), painter.stop];
    return () => stops.forEach((stop) => stop());
  }, [scene, statusOf, store, stage]);
  const move = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.buttons !== 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - left - view.x) / view.zoom;
    const y = (event.clientY - top - view.y) / view.zoom;
    void flow.setCenter(x, y, { zoom: flow.getZoom() });
  };
  return (
    <div className={styles.map} onPointerDown={move} onPointerMove={move}>
      <canvas ref={canvas} className={styles.picture} />
      <div ref={seen} className={styles.seen} />
    </div>
  );
}
