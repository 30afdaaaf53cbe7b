/**
 * Converts a workflow exported from Sim, with a report per block: converted, converted with
 * something to check, a placeholder, or left out. The content of a block never makes it throw. The
 * result is checked like every definition.
 */
import { normalizeName, type WorkflowDefinition } from '@libs/workflow';
import { blockTypes } from '../registry.js';
import { convertBlock } from './convert-block.js';
import type { RouterTarget } from './convert-router.js';
import type { ConvertedBlock } from './converted-block.js';
import { rewriteReferences, simName, type NewName } from './rewrite-references.js';
import { jsonOf, simVariable, type SimBlock, type SimWorkflow } from './sim-workflow.js';

export interface ImportedBlock {
  readonly blockId: string;
  readonly blockName: string;
  /** Type in Sim. */
  readonly type: string;
  /** Type here; null when the block was left out. */
  readonly becomes: string | null;
  readonly outcome: 'converted' | 'changed' | 'placeholder' | 'left-out';
  readonly notes: readonly string[];
}

export interface SimConversion {
  readonly definition: WorkflowDefinition;
  readonly report: readonly ImportedBlock[];
}

interface Piece {
  readonly id: string;
  readonly name: string;
  readonly source: SimBlock;
  readonly converted: ConvertedBlock;
  /** The block that runs right before this one. */
  readonly ahead?: { readonly id: string; readonly name: string };
}

const legal = (text: string, pattern: RegExp, instead: string): string =>
  text.replace(pattern, instead).slice(0, 64);

/** A name that is valid here and that no other block has. */
function ownName(name: string, taken: Set<string>): string {
  const cleaned = name
    .replace(/[^A-Za-z0-9_ -]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const base = (/^[A-Za-z_]/.test(cleaned) ? cleaned : `Block ${cleaned}`).slice(0, 90).trim();
  let own = base;
  for (let count = 2; taken.has(normalizeName(own)); count += 1) own = `${base} ${count}`;
  taken.add(normalizeName(own));
  return own;
}

function reported({ id, source, converted, name }: Piece): ImportedBlock {
  const renamed = name === source.name ? [] : [`It was renamed to "${name}"`];
  const notes = [...converted.notes, ...renamed];
  const outcome = converted.isPlaceholder
    ? 'placeholder'
    : notes.length > 0
      ? 'changed'
      : 'converted';
  const common = { blockId: id, blockName: source.name, type: source.type };
  return { ...common, becomes: converted.type, outcome, notes };
}

function variablesOf(found: SimWorkflow['variables']): Record<string, unknown> {
  const pairs = found.flatMap((one) => {
    const variable = simVariable.safeParse(one).data;
    if (variable === undefined) return [];
    const name = legal(variable.name, /[^A-Za-z0-9_]+/g, '_').replace(/^(?=\d)/, '_');
    const isText = variable.type === 'plain' || variable.type === 'string';
    return [[name, isText ? (variable.value ?? '') : jsonOf(variable.value)] as const];
  });
  return Object.fromEntries(pairs);
}

function edgesOf(
  { edges }: SimWorkflow,
  pieces: ReadonlyMap<string, Piece>,
): WorkflowDefinition['edges'] {
  return edges.flatMap(({ source, target, sourceHandle }) => {
    const [from, to] = [pieces.get(source), pieces.get(target)];
    if (from === undefined || to === undefined) return [];
    const handle = sourceHandle ?? 'source';
    const { ports } = from.converted;
    const port = handle === 'error' ? 'error' : (ports?.[`${handle}>${target}`] ?? ports?.[handle]);
    const origin = handle === 'error' ? (from.ahead ?? from) : from;
    return [{ from: origin.id, to: (to.ahead ?? to).id, ...(port !== undefined && { port }) }];
  });
}

/** Edges from each block ahead to the block it precedes. */
const innerEdges = (pieces: ReadonlyMap<string, Piece>): WorkflowDefinition['edges'] =>
  [...pieces.values()].flatMap(({ id, ahead }) => (ahead ? [{ from: ahead.id, to: id }] : []));

function targetsOf({ blocks, edges }: SimWorkflow, id: string): RouterTarget[] {
  const targets = edges.flatMap(({ source, target, sourceHandle }) =>
    source === id && sourceHandle !== 'error' ? [target] : [],
  );
  return [...new Set(targets)].flatMap((target) => {
    const block = blocks[target];
    return block?.enabled ? [{ id: target, name: block.name, type: block.type }] : [];
  });
}

const isTrigger = ({ type }: ConvertedBlock): boolean => blockTypes.get(type)?.role === 'trigger';

/** Only one trigger starts a workflow here: the first with an outgoing edge, else the first. */
function triggerOf(
  workflow: SimWorkflow,
  all: readonly (readonly [string, Piece])[],
): string | null {
  const triggers = all.filter(([, { converted }]) => isTrigger(converted)).map(([id]) => id);
  const sources = new Set(workflow.edges.map(({ source }) => source));
  return triggers.find((id) => sources.has(id)) ?? triggers[0] ?? null;
}

export function convertSimWorkflow(workflow: SimWorkflow): SimConversion {
  const names = new Set<string>();
  const report: ImportedBlock[] = [];
  const leaveOut = (id: string, { name, type }: SimBlock, note: string): void => {
    const common = { blockId: id, blockName: name, type, becomes: null };
    report.push({ ...common, outcome: 'left-out', notes: [note] });
  };
  const all = Object.entries(workflow.blocks).flatMap(([key, source]) => {
    const id = legal(key, /[^A-Za-z0-9_-]+/g, '_');
    if (!source.enabled) {
      leaveOut(id, source, 'It is disabled in Sim');
      return [];
    }
    const container = workflow.loops?.[key] ?? workflow.parallels?.[key];
    const converted = convertBlock(source, container, targetsOf(workflow, key));
    const name = ownName(source.name, names);
    const suffix = converted.ahead?.suffix;
    const ahead = suffix && {
      id: `${id.slice(0, 50)}_${suffix}`,
      name: ownName(`${name} ${suffix}`, names),
    };
    const piece: Piece = { id, name, source, converted, ...(ahead && { ahead }) };
    return [[key, piece] as const];
  });
  const trigger = triggerOf(workflow, all);
  const pieces = new Map(all);
  for (const [key, { id, source, converted }] of all) {
    if (!isTrigger(converted) || key === trigger) continue;
    pieces.delete(key);
    leaveOut(id, source, 'A workflow has one trigger. Create another workflow for this one');
  }
  const newNames = new Map<string, NewName>(
    [...pieces.values()].map(({ source, name, ahead, converted: { outputs } }) => [
      simName(source.name),
      { name: ahead?.name ?? name, ...(outputs !== undefined && { outputs }) },
    ]),
  );
  const blockOf = (
    { id, name }: { readonly id: string; readonly name: string },
    { type, config }: Pick<ConvertedBlock, 'type' | 'config'>,
  ): WorkflowDefinition['blocks'][number] => ({
    id,
    type,
    name,
    config: rewriteReferences(config, newNames) as Record<string, unknown>,
  });
  const blocks = [...pieces.values()].flatMap((piece) => {
    const { ahead, converted } = piece;
    const own = blockOf(piece, converted);
    if (ahead === undefined || converted.ahead === undefined) return [own];
    const config = { ...own.config, ...converted.ahead.into(ahead.name) };
    return [blockOf(ahead, converted.ahead), { ...own, config }];
  });
  const definition = {
    blocks,
    edges: [...edgesOf(workflow, pieces), ...innerEdges(pieces)],
    variables: variablesOf(workflow.variables),
  };
  return { definition, report: [...[...pieces.values()].map(reported), ...report] };
}
