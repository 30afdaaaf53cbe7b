/**
 * Checks a definition from outside: shape, block types, configuration, graph, references. Reports
 * all problems at once, each with its block and field.
 */
import {
  buildGraph,
  contentHashOf,
  defaultPort,
  errorPort,
  findBodyEntries,
  findCycle,
  measure,
  normalizeName,
  type BlockDefinition,
  type DefinitionProblem,
  type DefinitionProblemCode,
  type WorkflowDefinition,
} from '@libs/workflow';
import { compilation, isContainer, type Compilation } from './compile-workflow.js';
import { definitionShape } from './definition-shape.js';
import { parsedConfig } from './parsed-config.js';
import { blockTypes } from './registry.js';
import { shownSecretProblems } from './secrets/secret-in-output.js';

/** The facts about a valid definition that the edge needs. */
export interface CheckedDefinition {
  readonly ok: true;
  readonly definition: WorkflowDefinition;
  /** SHA-256 (hex) of the definition's canonical JSON. */
  readonly contentHash: string;
  readonly trigger: {
    readonly blockId: string;
    readonly type: string;
    readonly path: string | null;
  };
  /** A synchronous caller gets this block's answer. */
  readonly hasResponseBlock: boolean;
  /** Secrets and variables of the workspace that its blocks use. */
  readonly names: Compilation['names'];
}

export type DefinitionCheck =
  CheckedDefinition | { readonly ok: false; readonly problems: readonly DefinitionProblem[] };

/** Most names in one message. */
const maxListed = 20;
/** A definition is checked in a few turns of the event loop. */
const maxDefinitionLength = 2 * 1_024 * 1_024;
/** 1 for each name and value, 8 for each object and list: a full 1000 blocks with 5000 edges. */
const maxDefinitionWeight = 150_000;

/** zod paths as authors read them: `blocks[2].name`. */
function fieldOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number'
        ? `${text}[${part}]`
        : text === ''
          ? String(part)
          : `${text}.${String(part)}`,
    '',
  );
}

type Report = (
  code: DefinitionProblemCode,
  blockId: string | null,
  field: string,
  message: string,
) => void;

/** @param extraTriggers blocks that only have to go, so their configuration is not read */
function checkBlocks(
  definition: WorkflowDefinition,
  extraTriggers: ReadonlySet<BlockDefinition>,
  report: Report,
): void {
  const ids = new Set<string>();
  const names = new Map<string, string>();
  for (const block of definition.blocks) {
    if (ids.has(block.id))
      report('DUPLICATE_BLOCK_ID', block.id, 'id', `Two blocks have the id "${block.id}"`);
    ids.add(block.id);
    const normalized = normalizeName(block.name);
    const other = names.get(normalized);
    if (other !== undefined) {
      report(
        'DUPLICATE_BLOCK_NAME',
        block.id,
        'name',
        `The block "${other}" has the same name (case and spaces are ignored)`,
      );
    }
    names.set(normalized, block.id);
    if (extraTriggers.has(block)) continue;
    const parsed = parsedConfig(block);
    if (parsed === null) {
      report(
        'UNKNOWN_BLOCK_TYPE',
        block.id,
        'type',
        `There is no block type "${block.type}"; known: ${[...blockTypes.keys()].join(', ')}`,
      );
      continue;
    }
    const { type, config } = parsed;
    const refusals = config.success
      ? type.refusedOnSave(config.data)
      : config.error.issues.map(({ path, message }) => ({ path, message }));
    for (const { path, message } of refusals)
      report('INVALID_CONFIG', block.id, fieldOf(['config', ...path]), message);
  }
}

/** @returns the triggers after the first one */
function checkTriggers(definition: WorkflowDefinition, report: Report): Set<BlockDefinition> {
  const [first, ...extra] = definition.blocks.filter(
    (block) => blockTypes.get(block.type)?.role === 'trigger',
  );
  if (first === undefined)
    report('NO_TRIGGER', null, 'blocks', 'The workflow has no trigger block');
  for (const { id } of extra) {
    const message = `The workflow already has a trigger: "${first?.id ?? ''}"`;
    report('SEVERAL_TRIGGERS', id, 'type', message);
  }
  return new Set(extra);
}

/** Null when its configuration is invalid. */
function portsOf(block: BlockDefinition): readonly string[] | null {
  const parsed = parsedConfig(block);
  if (parsed?.config.success !== true) return null;
  const { type, config } = parsed;
  return [...type.ports(config.data), ...(type.role === 'trigger' ? [] : [errorPort])];
}

function checkEdges(
  definition: WorkflowDefinition,
  extraTriggers: ReadonlySet<BlockDefinition>,
  report: Report,
): void {
  const byId = new Map(definition.blocks.map((block) => [block.id, block]));
  const portsById = new Map(
    definition.blocks.map((block) => [block.id, extraTriggers.has(block) ? null : portsOf(block)]),
  );
  for (const [index, edge] of definition.edges.entries()) {
    const from = byId.get(edge.from);
    const to = byId.get(edge.to);
    if (from === undefined) {
      report(
        'DANGLING_EDGE',
        edge.from,
        `edges[${index}].from`,
        `No block has the id "${edge.from}"`,
      );
    }
    if (to === undefined)
      report('DANGLING_EDGE', edge.to, `edges[${index}].to`, `No block has the id "${edge.to}"`);
    const type = from && blockTypes.get(from.type);
    const ports = portsById.get(edge.from) ?? null;
    if (from === undefined || type === undefined || ports === null) continue;
    if (type.role === 'annotation' || (to && blockTypes.get(to.type)?.role === 'annotation')) {
      report('DANGLING_EDGE', from.id, `edges[${index}]`, 'A note has no edges');
      continue;
    }
    if (!ports.includes(edge.port ?? defaultPort)) {
      report(
        'UNKNOWN_PORT',
        from.id,
        `edges[${index}].port`,
        `The block has no port "${edge.port ?? defaultPort}"; it has ${ports.slice(0, maxListed).join(', ')}${ports.length > maxListed ? ' and others' : ''}`,
      );
    }
    if (to !== undefined && blockTypes.get(to.type)?.role === 'trigger') {
      report('DANGLING_EDGE', to.id, `edges[${index}].to`, 'An edge can not lead into a trigger');
    }
  }
}

function checkSize(input: unknown, report: Report): void {
  const { overflow } = measure(input, maxDefinitionLength, maxDefinitionWeight);
  if (overflow === null) return;
  const message = `The definition has more than ${maxDefinitionLength} characters as JSON, or more than about 100,000 names and values; the limit is reached here. Move a part into child workflows, or load large values when it runs`;
  report('INVALID_SHAPE', null, overflow.replace(/^\./, ''), message);
}

function checkedShape(input: unknown, report: Report): WorkflowDefinition | null {
  const parsed = definitionShape.safeParse(input);
  if (parsed.success) return parsed.data as WorkflowDefinition;
  for (const issue of parsed.error.issues) {
    const blocks = (input as { blocks?: { id?: unknown }[] } | null)?.blocks;
    const [first, index] = issue.path;
    const blockId = first === 'blocks' && typeof index === 'number' ? blocks?.[index]?.id : null;
    report(
      'INVALID_SHAPE',
      typeof blockId === 'string' ? blockId : null,
      fieldOf(issue.path),
      issue.message,
    );
  }
  return null;
}

function checkGraph(definition: WorkflowDefinition, report: Report): void {
  const cycle = findCycle(buildGraph(definition));
  if (cycle !== null)
    report(
      'CYCLE',
      cycle[0] ?? null,
      'edges',
      `These blocks form a cycle: ${cycle.join(' -> ')}. Use a loop block to repeat blocks`,
    );
  for (const { edgeIndex, container, to } of findBodyEntries(definition, isContainer)) {
    const message = `The block "${to}" belongs to the body of "${container}" (after its port "each"), so no block outside may lead to it`;
    report('BODY_ENTERED', to, `edges[${edgeIndex}]`, message);
  }
}

/** Yields where other work may run in between. */
export function* definitionChecks(input: unknown): Generator<void, DefinitionCheck, void> {
  const problems: DefinitionProblem[] = [];
  const report: Report = (code, blockId, field, message) =>
    problems.push({ code, blockId, field, message });
  checkSize(input, report);
  if (problems.length > 0) return { ok: false, problems };
  yield;
  const definition = checkedShape(input, report);
  if (definition === null) return { ok: false, problems };
  yield;
  const extraTriggers = checkTriggers(definition, report);
  checkBlocks(definition, extraTriggers, report);
  yield;
  checkEdges(definition, extraTriggers, report);
  if (problems.length > 0) return { ok: false, problems };
  checkGraph(definition, report);
  yield;
  const { workflow, names, problems: compileProblems } = yield* compilation(definition);
  for (const { code, blockId, path, message, place } of compileProblems)
    problems.push({ code, blockId, field: `config${path}`, message, ...place });
  problems.push(...shownSecretProblems(definition, names));
  if (problems.length > 0) return { ok: false, problems };
  yield;
  const trigger = definition.blocks[workflow.triggerIndex];
  const path = trigger?.config['path'];
  return {
    ok: true,
    definition,
    contentHash: contentHashOf(definition),
    trigger: {
      blockId: trigger?.id ?? '',
      type: trigger?.type ?? '',
      path: typeof path === 'string' ? path : null,
    },
    hasResponseBlock: workflow.responseIndexes.size > 0,
    names,
  };
}

/** All checks without a break. */
export function checkDefinition(input: unknown): DefinitionCheck {
  const checks = definitionChecks(input);
  for (;;) {
    const { done, value } = checks.next();
    if (done === true) return value;
  }
}
