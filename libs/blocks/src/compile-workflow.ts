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
import type { CompiledBlock } from './block.js';
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
  let usesSecrets = false;
  const blocks = definition.blocks.map((block): CompiledBlock => {
    const type = blockTypes.get(block.type);
    if (type === undefined) throw new Error(`unknown block type ${block.type}`);
    const compiler = createTemplateCompiler(names, variables);
    try {
      const compiled = type.compile(type.config.parse(block.config), compiler);
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
