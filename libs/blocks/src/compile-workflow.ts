/** A definition compiled once per version: templates parsed, expressions turned into closures, graph laid out. */
import {
  buildGraph,
  createTemplateCompiler,
  errorPort,
  ExpressionError,
  follow,
  type Graph,
  normalizeName,
  type TemplateProblem,
  type WorkflowDefinition,
} from '@libs/workflow';
import { toolArgumentsId, type CompiledBlock, type Surroundings } from './block.js';
import { blockTypes } from './registry.js';

export interface CompiledWorkflow {
  readonly definition: WorkflowDefinition;
  readonly graph: Graph;
  readonly blocks: readonly CompiledBlock[];
  readonly triggerIndex: number;
  readonly responseIndexes: ReadonlySet<number>;
  /** By block index: an edge hangs on the `error` port. */
  readonly hasErrorEdge: readonly boolean[];
  readonly onErrorContinues: readonly boolean[];
  readonly usesSecrets: boolean;
}

/** A block whose configuration can't be compiled, with the path inside it. */
export interface CompileProblem extends TemplateProblem {
  readonly blockId: string;
}

const reservedNames = new Set(['variable', 'loop', 'parallel']);

/** Block ids by normalized name; reserved names never win. */
function blockIdsByName(definition: WorkflowDefinition): Map<string, string> {
  return new Map(
    definition.blocks
      .map((block) => [normalizeName(block.name), block.id] as const)
      .filter(([name]) => !reservedNames.has(name)),
  );
}

/** Ids of blocks that another one uses as a tool. */
function toolIds(
  definition: WorkflowDefinition,
  names: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const used = definition.blocks.flatMap(({ type, config }) => {
    const blockType = blockTypes.get(type);
    return blockType?.tools(blockType.config.parse(config)) ?? [];
  });
  return new Set(used.flatMap((name) => names.get(normalizeName(name)) ?? []));
}

/** Compiles what passed the shape and graph checks; every problem of references and expressions is listed. */
export function compileWorkflow(definition: WorkflowDefinition): {
  workflow: CompiledWorkflow;
  problems: CompileProblem[];
} {
  const problems: CompileProblem[] = [];
  const names = blockIdsByName(definition);
  const variables = new Map(
    Object.keys(definition.variables).map((name) => [normalizeName(name), name]),
  );
  const tools = toolIds(definition, names);
  const toolNames = new Map([...names, ['tool', toolArgumentsId]]);
  const surroundings: Surroundings = {
    block: (name) => {
      const index = definition.blocks.findIndex(({ id }) => id === names.get(normalizeName(name)));
      const found = definition.blocks[index];
      return found === undefined
        ? null
        : { definition: found, compiled: () => blocks[index] as CompiledBlock };
    },
  };
  let usesSecrets = false;
  const blocks: readonly CompiledBlock[] = definition.blocks.map((block): CompiledBlock => {
    const type = blockTypes.get(block.type);
    if (type === undefined) throw new Error(`unknown block type ${block.type}`);
    const compiler = createTemplateCompiler(tools.has(block.id) ? toolNames : names, variables);
    try {
      const compiled = type.compile(type.config.parse(block.config), compiler, surroundings);
      // Code that is not plain is read twice, and its problems are found twice.
      const distinct = new Map(compiler.problems.map((one) => [`${one.path} ${one.message}`, one]));
      for (const problem of distinct.values()) problems.push({ ...problem, blockId: block.id });
      usesSecrets ||= compiler.secrets.size > 0;
      return compiled;
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      const [path = '', ...message] = error.message.split(': ');
      problems.push({ blockId: block.id, path: `.${path}`, message: message.join(': ') });
      return {
        role: 'pure',
        evaluate: () => ({
          input: null,
          output: null,
          ports: [],
          error: null,
          tolerable: false,
          attempts: 1,
        }),
      };
    }
  });
  const graph = buildGraph(definition);
  const workflow: CompiledWorkflow = {
    definition,
    graph,
    blocks,
    triggerIndex: definition.blocks.findIndex(
      (block) => blockTypes.get(block.type)?.role === 'trigger',
    ),
    responseIndexes: new Set(
      definition.blocks.flatMap((block, index) => (block.type === 'response' ? [index] : [])),
    ),
    hasErrorEdge: graph.outgoing.map((edges) => edges.some(({ port }) => port === errorPort)),
    onErrorContinues: definition.blocks.map(
      (block) => follow(block.config, ['onError']) === 'continue',
    ),
    usesSecrets,
  };
  return { workflow, problems };
}
