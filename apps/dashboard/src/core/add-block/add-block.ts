/** The command that adds a block at a place, with its edges. One step of undo. */
import { defaultPort, eachPort, type EdgeDefinition } from '@libs/workflow';
import type { Command } from '../edit/command/command.js';
import type { ReadDefinition } from '../edit/text/read-definition.js';
import { type BlockTypes, portsOf } from '../edit-rules/block-type.js';
import type { AddPlace } from './add-place.js';
import type { NewBlock } from './new-block.js';

const edgeOf = (from: string, port: string, to: string): EdgeDefinition =>
  port === defaultPort ? { from, to } : { from, port, to };

const add = (edge: EdgeDefinition): Command => ({ kind: 'addEdge', edge });
const remove = (edge: EdgeDefinition): Command => ({ kind: 'removeEdge', edge });

interface Added {
  readonly id: string;
  /** By which what follows is reached. Null: nothing can follow. */
  readonly port: string | null;
}

/** `error` only where there is no other one, and a body comes before nothing else. */
function leavingPort({ block }: NewBlock, types: BlockTypes): string | null {
  const { type, config } = JSON.parse(block) as { type: string; config: Record<string, unknown> };
  const ports = portsOf({ type, config }, types) ?? [defaultPort];
  if (ports.includes(defaultPort)) return defaultPort;
  return ports[0] ?? null;
}

/** The new block comes between the source and what followed it there. */
function between(edges: readonly EdgeDefinition[], { id, port }: Added): readonly Command[] {
  if (port === null) return [];
  const targets = [...new Set(edges.map(({ to }) => to))];
  return [...edges.map(remove), ...targets.map((to) => add(edgeOf(id, port, to)))];
}

function edgeCommands(
  { edges }: ReadDefinition,
  place: AddPlace,
  added: Added,
): readonly Command[] {
  switch (place.kind) {
    case 'alone':
      return [];
    case 'body':
      return [add(edgeOf(place.container, eachPort, added.id))];
    case 'edge': {
      const { from, port = defaultPort } = place.edge;
      return [...between([place.edge], added), add(edgeOf(from, port, added.id))];
    }
    case 'after': {
      const { from, port = defaultPort, isBranch } = place;
      const following = edges.filter(
        (edge) => edge.from === from && (edge.port ?? defaultPort) === port,
      );
      const unique = [...new Map(following.map((edge) => [edge.to, edge])).values()];
      const moved = isBranch ? [] : between(unique, added);
      return [...moved, add(edgeOf(from, port, added.id))];
    }
  }
}

/** In the text it comes behind the block that leads to it. */
function indexIn({ blocks }: ReadDefinition, place: AddPlace): number | undefined {
  if (place.kind === 'alone') return undefined;
  const before =
    place.kind === 'body' ? place.container : place.kind === 'edge' ? place.edge.from : place.from;
  const index = blocks.findIndex(({ id }) => id === before);
  return index < 0 ? undefined : index + 1;
}

export function addBlockCommand(
  definition: ReadDefinition,
  types: BlockTypes,
  place: AddPlace,
  added: NewBlock,
): Command {
  const index = indexIn(definition, place);
  const { block, id } = added;
  const port = leavingPort(added, types);
  return {
    kind: 'gesture',
    commands: [
      index === undefined ? { kind: 'addBlock', block } : { kind: 'addBlock', block, index },
      ...edgeCommands(definition, place, { id, port }),
    ],
  };
}
