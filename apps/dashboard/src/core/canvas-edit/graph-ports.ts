/** A block's ports from its type and configuration, until the server has answered what they are. */
import { type BlockDefinition, defaultPort, eachPort, errorPort } from '@libs/workflow';
import type { GraphBlock } from '../workflow-graph/workflow-graph.js';
import type { EditPort } from './port-places.js';

const triggers = new Set(['webhook', 'api_trigger', 'manual', 'chat', 'schedule']);

const usual = (name: string): EditPort => ({ name, label: name, kind: 'usual' });
const error: EditPort = { name: errorPort, label: errorPort, kind: 'error' };
const each: EditPort = { name: eachPort, label: eachPort, kind: 'each' };

export function graphPorts({ type, kind, config }: GraphBlock): readonly EditPort[] {
  if (kind === 'note') return [];
  if (kind === 'container') return [each, usual(defaultPort), error];
  if (triggers.has(type)) return [usual(defaultPort)];
  return [...ownPorts(type, config), error];
}

function ownPorts(type: string, config: BlockDefinition['config']): EditPort[] {
  const branches =
    type === 'condition' ? config['conditions'] : type === 'router' ? config['routes'] : null;
  if (branches === null) return [usual(defaultPort)];
  const listed: unknown[] = Array.isArray(branches) ? branches : [];
  const named = listed.map((branch) =>
    typeof branch === 'object' && branch !== null && 'port' in branch ? branch.port : null,
  );
  const all = type === 'router' ? [...named, config['otherwise']] : named;
  const names = all.filter((name) => typeof name === 'string' && name !== '') as string[];
  return [...new Set(names)].map(usual);
}
