/** What a canvas draws, read from a definition that a newer server may have written. */
import type { BlockPositions } from '../layout/stored.js';
import type { DrawnDefinition } from '../workflow-graph/workflow-graph.js';

export interface Drawn {
  readonly definition: DrawnDefinition;
  readonly positions?: BlockPositions;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

type Block = DrawnDefinition['blocks'][number];
type Edge = DrawnDefinition['edges'][number];

/** An author may leave out what is empty. */
const blockOf = (value: unknown): unknown => (isRecord(value) ? { config: {}, ...value } : value);

const isBlock = (value: unknown): value is Block =>
  isRecord(value) &&
  [value['id'], value['type'], value['name']].every((field) => typeof field === 'string') &&
  isRecord(value['config']);

const isEdge = (value: unknown): value is Edge =>
  isRecord(value) && typeof value['from'] === 'string' && typeof value['to'] === 'string';

const isPlace = (value: unknown): boolean =>
  Array.isArray(value) && value.every((part) => typeof part === 'number');

/** @returns null where the version is gone, or is not what a canvas can draw */
export function drawnOf(definition: unknown, layout: unknown): Drawn | null {
  if (!isRecord(definition)) return null;
  const { edges = [] } = definition;
  if (!Array.isArray(definition['blocks']) || !Array.isArray(edges)) return null;
  const blocks = definition['blocks'].map(blockOf);
  if (!blocks.every(isBlock) || !edges.every(isEdge)) return null;
  const positions = isRecord(layout) ? layout['positions'] : null;
  const hasPlaces = isRecord(positions) && Object.values(positions).every(isPlace);
  return {
    definition: { blocks, edges },
    ...(hasPlaces && { positions: positions as BlockPositions }),
  };
}
