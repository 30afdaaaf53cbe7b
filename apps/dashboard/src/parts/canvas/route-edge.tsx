/** An edge along the way that the layout found. Its state changes without React Flow. */
import { EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { maxLabelWidth } from '../../core/layout/route.js';
import { useEdgeMark, useEdgeState } from './canvas-context.js';
import type { EdgeData, RouteEdgeType } from './flow-elements.js';
import styles from './route-edge.module.css';

export function RouteEdge({ data }: EdgeProps<RouteEdgeType>) {
  return data === undefined ? null : <DrawnRoute {...data} />;
}

export function DrawnRoute({ edge, path, labelAt }: EdgeData) {
  const state = useEdgeState(edge);
  const mark = useEdgeMark(edge.id);
  return (
    <>
      <path
        className={styles.edge}
        d={path}
        data-state={state}
        data-kind={edge.kind}
        data-mark={mark}
      />
      {edge.label !== null && labelAt !== null && (
        <EdgeLabelRenderer>
          <span
            className={styles.label}
            data-state={state}
            style={{
              maxWidth: maxLabelWidth,
              transform: `translate(-50%, -50%) translate(${labelAt.x}px, ${labelAt.y}px)`,
            }}
          >
            {edge.label}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  );
}
