/** An edge that can be taken off, led elsewhere, and put a block on. */
import { EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { insertPoint } from '../../../core/canvas-edit/edge-at.js';
import type { Point } from '../../../core/layout/box.js';
import { canvasEditText } from '../../../text/canvas-edit.js';
import { smallIconSize } from '../../../ui/icon-size.js';
import { Plus } from '../../../ui/icon.js';
import type { EdgeData, RouteEdgeType } from '../flow-elements.js';
import { DrawnRoute } from '../route-edge.js';
import styles from './edit-edge.module.css';
import { useEditSession } from './edit-session.js';
import { edgePart } from './gesture.js';
import { useValue } from './value-store.js';

export function EditEdge({ data }: EdgeProps<RouteEdgeType>) {
  return data === undefined ? null : <EditedEdge {...data} />;
}

function EditedEdge(data: EdgeData) {
  const { edge, route } = data;
  const { gesture, hovered, edge: pressed, marks } = useEditSession();
  const part = useValue(gesture, (now) => edgePart(now, edge));
  const thing = useValue(hovered, (now) =>
    'edge' in now && now.edge === edge.id ? now.kind : null,
  );
  const isPressed = useValue(pressed, (id) => id === edge.id);
  const change = useValue(marks, ({ edgeChanges }) => edgeChanges?.get(edge.id));
  const end = route.points.at(-1);
  if (part === 'hidden') return null;
  return (
    <>
      <g
        className={styles.edge}
        data-state={isPressed ? 'pressed' : thing === null ? undefined : 'hovered'}
        data-change={change}
      >
        <DrawnRoute {...data} />
        {(thing === 'edgeEnd' || isPressed) && end !== undefined && (
          <circle className={styles.end} cx={end.x} cy={end.y} r={5} />
        )}
      </g>
      {part === 'target' && <Fits at={insertPoint(route)} />}
      {(thing !== null || isPressed) && part === null && (
        <Insert at={insertPoint(route)} isHeld={thing === 'insert'} />
      )}
    </>
  );
}

const placeOf = ({ x, y }: Point) => ({
  transform: `translate(-50%, -50%) translate(${x}px, ${y}px)`,
});

function Insert({ at, isHeld }: { at: Point; isHeld: boolean }) {
  return (
    <EdgeLabelRenderer>
      <span className={styles.insert} data-held={isHeld ? '' : undefined} style={placeOf(at)}>
        <Plus {...smallIconSize} />
      </span>
    </EdgeLabelRenderer>
  );
}

function Fits({ at }: { at: Point }) {
  return (
    <EdgeLabelRenderer>
      <span className={styles.fits} style={placeOf(at)}>
        <span className={styles.word}>{canvasEditText.fits}</span>
      </span>
    </EdgeLabelRenderer>
  );
}
