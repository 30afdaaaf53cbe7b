/** What a canvas draws of a definition, once its layout is known. */
import { useEffect, useMemo, useState } from 'react';
import { layoutInputOf } from '../../core/workflow-graph/block-size.js';
import type { Layout } from '../../core/layout/layout.js';
import { type BlockPositions, isComplete, storedLayout } from '../../core/layout/stored.js';
import {
  type DrawnDefinition,
  workflowGraph,
  type WorkflowGraph,
} from '../../core/workflow-graph/workflow-graph.js';
import { automaticLayout, keptLayout, layoutKey } from './automatic-layout.js';
import { type BlockNodeType, edgesOf, nodesOf, type RouteEdgeType } from './flow-elements.js';

export interface Scene {
  readonly graph: WorkflowGraph;
  readonly layout: Layout;
  readonly nodes: BlockNodeType[];
  readonly edges: RouteEdgeType[];
}

export interface Drawn {
  readonly graph: WorkflowGraph;
  /** Null while the worker lays it out. */
  readonly scene: Scene | null;
}

// React Flow adopts all nodes anew when their list is another one: the lists must stay the same.
/* eslint-disable no-restricted-syntax */
export function useScene(definition: DrawnDefinition, stored: BlockPositions | undefined): Drawn {
  const { graph, input, key } = useMemo(() => readDefinition(definition), [definition]);
  const [computed, setComputed] = useState<{ key: string; layout: Layout } | null>(null);
  // Without any, the blocks stand where the layout puts them, and edges take its ways.
  const positions = stored !== undefined && Object.keys(stored).length > 0 ? stored : undefined;
  const isStored = positions !== undefined && isComplete(input, positions);
  const automatic = computed?.key === key ? computed.layout : keptLayout(key);
  // The outside system is the worker.
  useEffect(() => {
    if (isStored || keptLayout(key) !== null) return undefined;
    return automaticLayout(key, input, (layout) => setComputed({ key, layout }));
  }, [key, input, isStored]);
  const scene = useMemo((): Scene | null => {
    if (!isStored && automatic === null) return null;
    const layout = positions !== undefined ? storedLayout(input, positions, automatic) : automatic;
    if (layout === null) return null;
    return { graph, layout, nodes: nodesOf(graph, layout), edges: edgesOf(graph, layout) };
  }, [graph, input, positions, isStored, automatic]);
  return { graph, scene };
}
/* eslint-enable no-restricted-syntax */

function readDefinition(definition: DrawnDefinition) {
  const graph = workflowGraph(definition);
  const input = layoutInputOf(graph);
  return { graph, input, key: layoutKey(input) };
}
