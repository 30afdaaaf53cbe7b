/** What the canvas is measured against: React Flow with all blocks and edges in the page. */
import { ReactFlow, ReactFlowProvider } from '@xyflow/react';
import { useState } from 'react';
import { PickContext, StatusContext } from '../src/parts/canvas/canvas-context.js';
import { edgeTypes, nodeTypes } from '../src/parts/canvas/flow-types.js';
import { createPickStore } from '../src/parts/canvas/picks.js';
import { createStatusStore } from '../src/parts/canvas/status-store.js';
import { useScene } from '../src/parts/canvas/use-scene.js';
import type { CanvasSample } from './canvas-samples.js';

export function CanvasControl({ sample, zoom }: { sample: CanvasSample; zoom: number }) {
  const { scene } = useScene(sample.definition, undefined);
  const [picks] = useState(createPickStore);
  const [statusOf] = useState(() => {
    const store = createStatusStore();
    store.set(sample.statuses);
    return store;
  });
  if (scene === null) return null;
  return (
    <StatusContext value={statusOf}>
      <PickContext value={picks}>
        <ReactFlowProvider>
          <ReactFlow
            nodes={scene.nodes}
            edges={scene.edges}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            nodesDraggable={false}
            minZoom={0.01}
            defaultViewport={{ x: 40, y: 40, zoom }}
          />
        </ReactFlowProvider>
      </PickContext>
    </StatusContext>
  );
}
