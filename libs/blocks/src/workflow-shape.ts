import {
  type BlockDefinition,
  buildGraph,
  buildRegions,
  type Graph,
  type Regions,
  type WorkflowDefinition,
} from '@libs/workflow';
import { blockTypes } from './registry.js';

export const isContainer = (block: BlockDefinition): boolean =>
  blockTypes.get(block.type)?.role === 'container';

/** What a definition tells without its configurations: much cheaper than compiling it. */
export interface WorkflowShape {
  readonly graph: Graph;
  /** The graph without the bodies of loops and parallels, and each body. */
  readonly regions: Regions;
  readonly triggerIndex: number;
}

export const triggerIndexOf = ({ blocks }: WorkflowDefinition): number =>
  blocks.findIndex((block) => blockTypes.get(block.type)?.role === 'trigger');

export function shapeOf(definition: WorkflowDefinition): WorkflowShape {
  const triggerIndex = triggerIndexOf(definition);
  return {
    graph: buildGraph(definition),
    regions: buildRegions(definition, isContainer, triggerIndex),
    triggerIndex,
  };
}
