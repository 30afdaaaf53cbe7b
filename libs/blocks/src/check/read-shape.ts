/**
 * Reads the shape of a definition. Of one with a wrong shape, everything usable is kept, so that
 * the other checks report at the same time.
 */
import { measure, type BlockDefinition, type WorkflowDefinition } from '@libs/workflow';
import { definitionShape } from '../definition-shape.js';
import { fieldOf, plainParse } from '../plain-parse.js';
import { type ProblemList, unnamed } from './problem-list.js';

/** A definition is checked in a few turns of the event loop. */
export const maxDefinitionLength = 2 * 1_024 * 1_024;
/** 1 for each name and value, 8 for each object and list: a full 1000 blocks with 5000 edges. */
export const maxDefinitionWeight = 150_000;
/** The same for one block: it is parsed, compiled and searched in a turn each. */
const maxBlockWeight = 50_000;

export interface ReadDefinition {
  readonly definition: WorkflowDefinition;
  /** False: parts were left out, and the problems say which. */
  readonly isWellShaped: boolean;
}

/** What of it is too large, and where; null when nothing is. */
function excess(input: unknown): { readonly field: string; readonly limit: string } | null {
  const { overflow } = measure(input, maxDefinitionLength, maxDefinitionWeight);
  const most = `more than ${maxDefinitionLength} characters as JSON, or more than about 100,000 names and values`;
  if (overflow !== null) return { field: overflow, limit: `The definition has ${most}` };
  for (const [index, block] of blocksIn(input).entries()) {
    const { overflow } = measure(block, maxDefinitionLength, maxBlockWeight);
    const limit = 'The block has more than about 33,000 names and values';
    if (overflow !== null) return { field: `blocks[${index}]${overflow}`, limit };
  }
  return null;
}

/** @returns false when it is too large to be read at all */
export function checkSize(input: unknown, list: ProblemList): boolean {
  const found = excess(input);
  if (found === null) return true;
  const message = `${found.limit}; it is reached here. Move a part into child workflows, or load large values when it runs`;
  list.problem(null, { code: 'INVALID_SHAPE', field: found.field.replace(/^\./, ''), message });
  return false;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const blocksIn = (input: unknown): readonly unknown[] =>
  listIn(isObject(input) ? input['blocks'] : null);

const textOr = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value !== '' ? value : otherwise;

function usableBlock(value: unknown, index: number): BlockDefinition {
  const block = isObject(value) ? value : {};
  return {
    id: textOr(block['id'], unnamed + String(index)),
    type: textOr(block['type'], ''),
    name: textOr(block['name'], unnamed + String(index)),
    config: isObject(block['config']) ? block['config'] : {},
  };
}

/** An end without a text gets a name that no block has, and that is not reported again. */
function usableEdge(value: unknown): WorkflowDefinition['edges'][number] {
  const edge = isObject(value) ? value : {};
  const port = edge['port'];
  return {
    from: textOr(edge['from'] ?? edge['source'], unnamed),
    to: textOr(edge['to'] ?? edge['target'], unnamed),
    ...(typeof port === 'string' && { port }),
  };
}

function usable(input: unknown): WorkflowDefinition | null {
  if (!isObject(input) || !Array.isArray(input['blocks'])) return null;
  const variables = input['variables'];
  return {
    blocks: listIn(input['blocks']).map(usableBlock),
    edges: listIn(input['edges']).map(usableEdge),
    variables: isObject(variables) ? variables : {},
  };
}

/** Null when it has no list of blocks. */
export function readShape(input: unknown, list: ProblemList): ReadDefinition | null {
  if (!isObject(input)) {
    const message = 'must be an object with the fields "blocks" and "edges"';
    list.problem(null, { code: 'INVALID_SHAPE', field: 'definition', message });
    return null;
  }
  const parsed = plainParse(definitionShape, input);
  if (parsed.success) {
    // For editors only: a schema's address makes no other definition.
    const { $schema: _, ...definition } = parsed.data;
    return { definition: definition as WorkflowDefinition, isWellShaped: true };
  }
  const definition = usable(input);
  for (const { path, message, suggestion } of parsed.problems) {
    const [first, index] = path;
    const block =
      first === 'blocks' && typeof index === 'number' ? definition?.blocks[index] : undefined;
    const isKnown = block !== undefined && !block.id.startsWith(unnamed);
    // The path is that of the whole definition, whether or not the block has an id.
    const field = fieldOf(path);
    list.problem(isKnown ? block : null, { code: 'INVALID_SHAPE', field, message, suggestion });
  }
  return definition === null ? null : { definition, isWellShaped: false };
}
