/** The places that moved blocks came from. */
import { ViewportPortal } from '@xyflow/react';
import { type Box, centreOf } from '../../../core/layout/box.js';
import { canvasEditText } from '../../../text/canvas-edit.js';
import type { Scene } from '../use-scene.js';
import { useEditSession } from './edit-session.js';
import styles from './layers.module.css';
import { useValue } from './value-store.js';

export function WasHere({ scene: { layout } }: { scene: Scene }) {
  const { marks } = useEditSession();
  const changes = useValue(marks, (now) => now.changes);
  const places = [...(changes ?? [])].flatMap(([id, { was }]) => {
    const box = layout.boxes.get(id);
    return was === undefined || box === undefined ? [] : [{ id, box, was: { ...box, ...was } }];
  });
  if (places.length === 0) return null;
  return (
    <ViewportPortal>
      <svg className={styles.lines}>
        {places.map(({ id, box, was }) => (
          <path key={id} className={styles.way} d={between(box, was)} />
        ))}
      </svg>
      {places.map(({ id, was: { x, y, width, height } }) => (
        <div key={id} className={styles.was} style={{ width, height, translate: `${x}px ${y}px` }}>
          {canvasEditText.wasHere}
        </div>
      ))}
    </ViewportPortal>
  );
}

/** From side to side, where they stand beside each other; else from middle to middle. */
function between(a: Box, b: Box): string {
  const [left, right] = a.x <= b.x ? [a, b] : [b, a];
  if (left.x + left.width <= right.x)
    return `M${left.x + left.width} ${centreOf(left).y}L${right.x} ${centreOf(right).y}`;
  const [upper, lower] = a.y <= b.y ? [a, b] : [b, a];
  return `M${centreOf(upper).x} ${upper.y + upper.height}L${centreOf(lower).x} ${lower.y}`;
}
