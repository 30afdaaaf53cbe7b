/** Which loop or parallel each block stands in. */
import { buildRegions, eachPort, type EdgeDefinition } from '@libs/workflow';
import { isContainer } from '../../workflow-graph/workflow-graph.js';
import type { ReadDefinition } from './read-definition.js';

export interface Bodies {
  /** By block id: the containers around it, outermost first. */
  readonly around: ReadonlyMap<string, readonly string[]>;
  isContainer(id: string): boolean;
  /** The container of the body that an edge leads into; null: it leads into none. */
  behind(edge: Omit<EdgeDefinition, 'to'>): string | null;
}

export function bodiesOf({ blocks, edges }: ReadDefinition): Bodies {
  const { enclosing } = buildRegions({ blocks, edges, variables: {} }, isContainer, -1);
  const around = new Map(
    blocks.map(({ id }, index) => [
      id,
      (enclosing[index] ?? []).flatMap((container) => blocks[container]?.id ?? []),
    ]),
  );
  const containers = new Set(blocks.filter(isContainer).map(({ id }) => id));
  return {
    around,
    isContainer: (id) => containers.has(id),
    behind: ({ from, port }) =>
      port === eachPort && containers.has(from) ? from : (around.get(from)?.at(-1) ?? null),
  };
}
