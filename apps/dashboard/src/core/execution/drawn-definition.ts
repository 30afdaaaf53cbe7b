/** What a canvas draws, read from a definition that a newer server may have written. */
import type { BlockPositions } from '../layout/stored.js';
import type { DrawnDefinition } from '../workflow-graph/workflow-graph.js';

export interface Drawn {
  readonly definition: DrawnDefinition;
  readonly positions?: BlockPositions;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isBlock = (value: unknown): boolean =>
  isRecord(value) &&
  [value['id'], value['type'], value['name']].every((field) => typeof field === 'string') &&
  isRecord(value['config']);

const isEdge = (value: unknown): boolean =>
  isRecord(value) && typeof value['from'] === 'string' && typeof value['to'] === 'string';

const isPlace = (value: unknown): boolean =>
  Array.isArray(value) && value.every((part) => typeof part === 'number');

/** @returns null where the version is gone, or is not what a canvas can draw */
export function drawnOf(definition: unknown, layout: unknown): Drawn | null {
  if (!isRecord(definition)) return null;
  const { blocks, edges } = definition;
  const isDrawable =
    Array.isArray(blocks) && blocks.every(isBlock) && Array.isArray(edges) && edges.every(isEdge);
  if (!isDrawable) return null;
  const positions = isRecord(layout) ? layout['positions'] : null;
  const hasPlaces = isRecord(positions) && Object.values(positions).every(isPlace);
  return {
    definition: { blocks, edges },
    ...(hasPlaces && { positions: positions as BlockPositions }),
  };
}
