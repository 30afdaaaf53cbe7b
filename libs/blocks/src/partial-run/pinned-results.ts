/** Outputs that a caller gives in place of a block's own: that block counts as run. */
import {
  defaultPort,
  suggestion,
  type BlockDefinition,
  type WorkflowDefinition,
} from '@libs/workflow';
import type { WorkflowShape } from '../workflow-shape.js';
import { parsedConfig } from '../parsed-config.js';
import { enclosingNames } from './reached-blocks.js';

export interface PinnedResult {
  readonly blockId: string;
  readonly ports: readonly string[];
  readonly output: unknown;
}

export interface RefusedField {
  /** Field of the request: `pinned.api`, `toBlockId` or `onlyBlockId`. */
  readonly field: string;
  readonly message: string;
}

/** More do not help the caller. */
const maxRefused = 20;
/** A suggestion compares a name with all known ones. */
const maxSuggestions = 3;
const shownLength = 64;

export function pinnedResults(
  definition: WorkflowDefinition,
  shape: WorkflowShape,
  given: Readonly<Record<string, unknown>>,
): { readonly pinned: PinnedResult[]; readonly refused: RefusedField[] } {
  const pinned: PinnedResult[] = [];
  const refused: RefusedField[] = [];
  for (const [blockId, output] of Object.entries(given)) {
    const known = refused.length < maxSuggestions ? shape.graph.indexOf.keys() : [];
    const result = pinnedResult(definition, shape, blockId, output, known);
    if (typeof result === 'string')
      refused.push({ field: `pinned.${blockId.slice(0, shownLength)}`, message: result });
    else pinned.push({ blockId, ports: result, output });
    if (refused.length === maxRefused) break;
  }
  return { pinned, refused };
}

/** The ports that the block leaves by, or why it can not be pinned. */
function pinnedResult(
  definition: WorkflowDefinition,
  shape: WorkflowShape,
  blockId: string,
  output: unknown,
  known: Iterable<string>,
): readonly string[] | string {
  const index = shape.graph.indexOf.get(blockId) ?? -1;
  const block = definition.blocks[index];
  if (block === undefined)
    return `The draft has no block with the id "${blockId.slice(0, shownLength)}"${suggestion(blockId, known)}`;
  const parsed = parsedConfig(block);
  const role = parsed?.type.role;
  if (role === 'trigger')
    return `The block "${block.name}" is a trigger. Give its output as "input"`;
  if (role === 'annotation') return `The block "${block.name}" is a note and has no output`;
  if (block.type === 'response')
    return `The block "${block.name}" makes the answer, so it can not be pinned. Pin what it reads`;
  const [outermost] = enclosingNames(definition, shape, index);
  if (outermost !== undefined)
    return `The block "${block.name}" is in the body of "${outermost.name}" and runs once per iteration. Pin "${outermost.id}" instead`;
  if (parsed?.config.success !== true) return [defaultPort];
  return takenPorts(block, parsed.type.ports(parsed.config.data), output);
}

/** A condition or router leaves by the port that its output names. */
function takenPorts(
  { name, type }: BlockDefinition,
  ports: readonly string[],
  output: unknown,
): readonly string[] | string {
  if (ports.includes(defaultPort) && type !== 'condition' && type !== 'router')
    return [defaultPort];
  const port = (output as { readonly port?: unknown } | null)?.port;
  if (port === null) return [];
  if (typeof port === 'string' && ports.includes(port)) return [port];
  return `The pinned output of the ${type} "${name}" must name the port that is followed: {"port": …} with ${ports
    .slice(0, 20)
    .map((one) => `"${one}"`)
    .join(', ')} or null`;
}
