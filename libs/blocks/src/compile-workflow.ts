/** A definition compiled once per version: templates parsed, expressions turned into closures, graph laid out. */
import {
  type BlockDefinition,
  buildGraph,
  CompileLimits,
  buildRegions,
  type ContainerKind,
  createTemplateCompiler,
  errorPort,
  ExpressionError,
  follow,
  type Graph,
  normalizeName,
  type References,
  type ReferredBlock,
  type Regions,
  type TextPlace,
  TooManyReferencesError,
  type WorkflowDefinition,
} from '@libs/workflow';
import { failed, toolArgumentsId, type CompiledBlock, type Surroundings } from './block.js';
import { blockTypes } from './registry.js';

export interface CompiledWorkflow {
  readonly definition: WorkflowDefinition;
  readonly graph: Graph;
  /** The graph without the bodies of loops and parallels, and each body. */
  readonly regions: Regions;
  readonly blocks: readonly CompiledBlock[];
  /** By block index: what its configuration refers to. */
  readonly references: readonly References[];
  readonly triggerIndex: number;
  readonly responseIndexes: ReadonlySet<number>;
  /** By block index: an edge hangs on the `error` port. */
  readonly hasErrorEdge: readonly boolean[];
  readonly onErrorContinues: readonly boolean[];
  /** Of the workspace's secrets that its blocks refer to. */
  readonly secretNames: ReadonlySet<string>;
  /** Blocks that give a variable another value, with the output that is the value, by the variable's name. */
  readonly assigners: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Why a block can't be compiled: a reference that names nothing, or code that is none. */
export interface CompileProblem {
  readonly code: 'UNKNOWN_REFERENCE' | 'INVALID_CONFIG';
  readonly blockId: string;
  /** Inside its configuration. */
  readonly path: string;
  readonly message: string;
  readonly place: TextPlace | null;
}

const reservedNames = new Set(['variable']);

export const isContainer = (block: BlockDefinition): boolean =>
  blockTypes.get(block.type)?.role === 'container';

/** Inside a body `<loop.…>` means the iteration; elsewhere it may name a block. A while condition sees its own loop. */
function kindsAround(
  definition: WorkflowDefinition,
  regions: Regions,
  index: number,
): Set<ContainerKind> {
  const own = definition.blocks[index];
  const around = (regions.enclosing[index] ?? []).map((container) => definition.blocks[container]);
  return new Set(
    [...around, own].flatMap((block) =>
      block?.type === 'loop' || block?.type === 'parallel' ? [block.type] : [],
    ),
  );
}

/** First steps of references into a block; null when its configuration does not tell. */
function outputsOf({ type, config }: BlockDefinition): readonly string[] | null {
  const blockType = blockTypes.get(type);
  const known = blockType?.outputs;
  const more = blockType?.moreOutputs(blockType.config.parse(config)) ?? [];
  if (blockType === undefined || known === undefined || more === 'any') return null;
  // Every block that can fail has an error (libs/execution, scope).
  return [...new Set([...Object.keys(known), ...more, 'error'])];
}

/** What references may name, by normalized name; reserved names never win. */
function referredBlocks(definition: WorkflowDefinition): Map<string, ReferredBlock> {
  return new Map(
    definition.blocks
      .map((block) => {
        const { id, name } = block;
        return [normalizeName(name), { id, name, outputs: outputsOf(block) }] as const;
      })
      .filter(([name]) => !reservedNames.has(name)),
  );
}

const toolArguments: ReferredBlock = { id: toolArgumentsId, name: 'tool', outputs: null };

function assignersOf(
  definition: WorkflowDefinition,
  variables: ReadonlyMap<string, string>,
): CompiledWorkflow['assigners'] {
  const assigners = new Map<string, Map<string, string>>();
  for (const { id, type, config } of definition.blocks) {
    const blockType = blockTypes.get(type);
    for (const output of blockType?.assigns(blockType.config.parse(config)) ?? []) {
      const variable = variables.get(normalizeName(output));
      if (variable === undefined) continue;
      assigners.set(
        variable,
        (assigners.get(variable) ?? new Map<string, string>()).set(id, output),
      );
    }
  }
  return assigners;
}

/** Ids of blocks that another one uses as a tool. */
function toolIds(
  definition: WorkflowDefinition,
  names: ReadonlyMap<string, ReferredBlock>,
): ReadonlySet<string> {
  const used = definition.blocks.flatMap(({ type, config }) => {
    const blockType = blockTypes.get(type);
    return blockType?.tools(blockType.config.parse(config)) ?? [];
  });
  return new Set(used.flatMap((name) => names.get(normalizeName(name))?.id ?? []));
}

function refusalOf(error: unknown): Pick<CompileProblem, 'path' | 'place' | 'message'> {
  if (error instanceof ExpressionError) return error;
  if (error instanceof TooManyReferencesError)
    return { path: '', place: null, message: error.message };
  throw error;
}

/** Compiles what passed the shape and graph checks; every problem of references and expressions is listed. */
export function compileWorkflow(definition: WorkflowDefinition): {
  workflow: CompiledWorkflow;
  problems: CompileProblem[];
} {
  const problems: CompileProblem[] = [];
  const names = referredBlocks(definition);
  const variables = new Map(
    Object.keys(definition.variables).map((name) => [normalizeName(name), name]),
  );
  const tools = toolIds(definition, names);
  const toolNames = new Map([...names, ['tool', toolArguments]]);
  const surroundings: Surroundings = {
    block: (name) => {
      const index = definition.blocks.findIndex(
        ({ id }) => id === names.get(normalizeName(name))?.id,
      );
      const found = definition.blocks[index];
      return found === undefined
        ? null
        : { definition: found, compiled: () => blocks[index] as CompiledBlock };
    },
  };
  const limits = new CompileLimits();
  const secretNames = new Set<string>();
  const references: References[] = [];
  const triggerIndex = definition.blocks.findIndex(
    (block) => blockTypes.get(block.type)?.role === 'trigger',
  );
  const regions = buildRegions(definition, isContainer, triggerIndex);
  const blocks: readonly CompiledBlock[] = definition.blocks.map((block, index): CompiledBlock => {
    const type = blockTypes.get(block.type);
    if (type === undefined) throw new Error(`unknown block type ${block.type}`);
    const compiler = createTemplateCompiler(
      tools.has(block.id) ? toolNames : names,
      variables,
      kindsAround(definition, regions, index),
      limits,
    );
    references.push(compiler.references);
    try {
      const compiled = type.compile(type.config.parse(block.config), compiler, surroundings);
      // Code that is not plain is read twice, and its problems are found twice.
      const distinct = new Map(compiler.problems.map((one) => [`${one.path} ${one.message}`, one]));
      for (const problem of distinct.values())
        problems.push({ ...problem, code: 'UNKNOWN_REFERENCE', blockId: block.id });
      for (const name of compiler.secrets) secretNames.add(name);
      return compiled;
    } catch (error) {
      const { path, place, message } = refusalOf(error);
      problems.push({ code: 'INVALID_CONFIG', blockId: block.id, path, message, place });
      // An earlier release may have accepted it: then the block fails when it runs.
      const field = path === '' ? '' : `${path.slice(1)}: `;
      const failure = failed(null, { code: 'INVALID_CONFIG', message: field + message });
      return { role: 'pure', evaluate: () => failure };
    }
  });
  const graph = buildGraph(definition);
  const workflow: CompiledWorkflow = {
    definition,
    graph,
    regions,
    blocks,
    references,
    triggerIndex,
    responseIndexes: new Set(
      definition.blocks.flatMap((block, index) => (block.type === 'response' ? [index] : [])),
    ),
    hasErrorEdge: graph.outgoing.map((edges) => edges.some(({ port }) => port === errorPort)),
    onErrorContinues: definition.blocks.map(
      (block) => follow(block.config, ['onError']) === 'continue',
    ),
    secretNames,
    assigners: assignersOf(definition, variables),
  };
  return { workflow, problems };
}
