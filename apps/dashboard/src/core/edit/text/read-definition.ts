/**
 * A draft as the graph and its names need it. Drafts hold anything: what is no block or no edge is
 * left out, and so is the second of two blocks with one id.
 */
import type { BlockDefinition, EdgeDefinition } from '@libs/workflow';
import type { WorkflowText } from './workflow-text.js';

export interface ReadDefinition {
  readonly blocks: readonly BlockDefinition[];
  readonly edges: readonly EdgeDefinition[];
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listIn = (value: unknown, name: string): readonly unknown[] => {
  const list = isFields(value) ? value[name] : undefined;
  return Array.isArray(list) ? list : [];
};

function blockOf(value: unknown): BlockDefinition[] {
  if (!isFields(value)) return [];
  const { id, type, name, config } = value;
  if (typeof id !== 'string') return [];
  return [
    {
      id,
      type: typeof type === 'string' ? type : '',
      name: typeof name === 'string' ? name : '',
      config: isFields(config) ? config : {},
    },
  ];
}

function edgeIn(value: unknown): EdgeDefinition[] {
  if (!isFields(value)) return [];
  const { from, to, port } = value;
  if (typeof from !== 'string' || typeof to !== 'string') return [];
  return [typeof port === 'string' ? { from, to, port } : { from, to }];
}

export function readDefinition({ text }: WorkflowText): ReadDefinition {
  const value: unknown = JSON.parse(text);
  const blocks = new Map<string, BlockDefinition>();
  for (const block of listIn(value, 'blocks').flatMap(blockOf))
    if (!blocks.has(block.id)) blocks.set(block.id, block);
  return { blocks: [...blocks.values()], edges: listIn(value, 'edges').flatMap(edgeIn) };
}
