/** Compiles a definition once per version: parsed templates, expressions as closures, the graph. */
import {
  type BlockDefinition,
  CompileLimits,
  type ContainerKind,
  createTemplateCompiler,
  errorPort,
  ExpressionError,
  follow,
  normalizeName,
  NotPlainError,
  type NameUse,
  type References,
  type ReferenceUse,
  type ReferredBlock,
  type Regions,
  type TemplateCompiler,
  WorkflowTooLargeError,
  type WorkflowDefinition,
} from '@libs/workflow';
import type { CompileProblem } from './compile-problem.js';
import { failed, toolArgumentsId, type CompiledBlock, type Surroundings } from './block.js';
import { looseProblems } from './loose-problems.js';
import { configIfValid, parsedConfig, validConfig } from './parsed-config.js';
import { referredBlocks } from './referred-blocks.js';
import { blockTypes } from './registry.js';
import { guardOf, type SecretGuard } from './secrets/secret-guard.js';
import { shapeOf, type WorkflowShape } from './workflow-shape.js';

export interface CompiledWorkflow extends WorkflowShape {
  readonly definition: WorkflowDefinition;
  readonly blocks: readonly CompiledBlock[];
  /** By block index: the references in its configuration. */
  readonly references: readonly References[];
  readonly responseIndexes: ReadonlySet<number>;
  /** By block index: whether an edge leaves from the `error` port. */
  readonly hasErrorEdge: readonly boolean[];
  readonly onErrorContinues: readonly boolean[];
  /** Secrets of the workspace that its blocks refer to. */
  readonly secretNames: ReadonlySet<string>;
  /** By block index: null when it may show every secret that it resolves, or resolves none. */
  readonly secretGuards: readonly (SecretGuard | null)[];
  /** Variables of the workspace that they refer to. */
  readonly environmentNames: ReadonlySet<string>;
  /** By variable name: the blocks that assign it, each with the output that holds the value. */
  readonly assigners: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Inside a body `<loop.…>` means the iteration, elsewhere a block. A `while` sees its own loop. */
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

export const assignsOf = (block: BlockDefinition): readonly string[] => {
  const config = configIfValid(block);
  return config === undefined ? [] : (blockTypes.get(block.type)?.assigns(config) ?? []);
};

/** Names of blocks that it uses as tools. */
export const toolsOf = (block: BlockDefinition): readonly string[] => {
  const config = configIfValid(block);
  return config === undefined ? [] : (blockTypes.get(block.type)?.tools(config) ?? []);
};

const toolArguments: ReferredBlock = { id: toolArgumentsId, name: 'tool', outputs: null };

function assignersOf(
  definition: WorkflowDefinition,
  variables: ReadonlyMap<string, string>,
): CompiledWorkflow['assigners'] {
  const assigners = new Map<string, Map<string, string>>();
  for (const block of definition.blocks) {
    for (const output of assignsOf(block)) {
      const variable = variables.get(normalizeName(output));
      if (variable === undefined) continue;
      assigners.set(
        variable,
        (assigners.get(variable) ?? new Map<string, string>()).set(block.id, output),
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
  const used = definition.blocks.flatMap(toolsOf);
  return new Set(used.flatMap((name) => names.get(normalizeName(name))?.id ?? []));
}

function refusalOf(error: unknown): Pick<CompileProblem, 'path' | 'place' | 'message'> {
  if (error instanceof ExpressionError) return error;
  if (error instanceof WorkflowTooLargeError || error instanceof NotPlainError)
    return { path: '', place: null, message: error.message };
  throw error;
}

/** Where a block uses a secret or a variable of the workspace. */
export interface BlockNameUse extends NameUse {
  readonly blockId: string;
}

export interface Compilation {
  readonly workflow: CompiledWorkflow;
  readonly names: {
    readonly secrets: readonly BlockNameUse[];
    /** Secrets that code surely gives back. */
    readonly shownSecrets: readonly BlockNameUse[];
    readonly environment: readonly BlockNameUse[];
  };
  /** Every problem of its references and expressions. */
  readonly problems: readonly CompileProblem[];
}

function* namesOf(blocks: ReadonlyMap<string, ReferredBlock>): Generator<string> {
  for (const { name } of blocks.values()) yield name;
}

const notCompiled = { code: 'INVALID_CONFIG', message: 'The block is invalid' };
/** Stands for a block of an invalid definition. */
const neverRuns: CompiledBlock = { role: 'pure', evaluate: () => failed(null, notCompiled) };

/** Compiles a checked definition without a break: up to 200 ms for the largest one. */
export function compileWorkflow(definition: WorkflowDefinition): Compilation {
  const steps = compilation(definition);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

export interface CheckCompilation {
  /** Called for each reference that names something; twice when code is read twice. */
  readonly observe: (block: BlockDefinition, use: ReferenceUse) => void;
}

/**
 * Yields where other work may run in between.
 * @param check for a definition that may be invalid: invalid blocks are read as far as possible
 */
export function* compilation(
  definition: WorkflowDefinition,
  check: CheckCompilation | null = null,
): Generator<void, Compilation, void> {
  // What follows reads the configurations of many blocks in one step.
  for (const block of definition.blocks) {
    parsedConfig(block);
    yield;
  }
  const problems: CompileProblem[] = [];
  const names = referredBlocks(definition);
  const variables = new Map(
    Object.keys(definition.variables).map((name) => [normalizeName(name), name]),
  );
  yield;
  const tools = toolIds(definition, names);
  const toolNames = new Map([...names, ['tool', toolArguments]]);
  yield;
  const limits = new CompileLimits();
  const looseLimits = new CompileLimits();
  const uses = {
    secrets: [] as BlockNameUse[],
    shownSecrets: [] as BlockNameUse[],
    environment: [] as BlockNameUse[],
  };
  const secretGuards: (SecretGuard | null)[] = [];
  const references: References[] = [];
  const { graph, regions, triggerIndex } = shapeOf(definition);
  const surroundings: Surroundings = {
    block: (name) => {
      const index = graph.indexOf.get(names.get(normalizeName(name))?.id ?? '') ?? -1;
      const found = definition.blocks[index];
      return found === undefined
        ? null
        : { definition: found, compiled: () => blocks[index] as CompiledBlock };
    },
    nearest: (name) => limits.nearest.of(name, namesOf(names)),
  };
  const compilerOf = (
    block: BlockDefinition,
    index: number,
    shared: CompileLimits,
  ): TemplateCompiler =>
    createTemplateCompiler(
      tools.has(block.id) ? toolNames : names,
      variables,
      kindsAround(definition, regions, index),
      shared,
      check === null ? undefined : (use) => check.observe(block, use),
    );
  /** @param first index of the block's own problems among all */
  const readLoosely = (block: BlockDefinition, index: number, first: number): void => {
    // One problem of a code is enough: the second reading places it elsewhere.
    const keyOf = ({ code, path, message }: Omit<CompileProblem, 'blockId'>): string =>
      code + path + (code === 'INVALID_CONFIG' ? '' : message);
    const known = new Set(problems.slice(first).map(keyOf));
    for (const found of looseProblems(block, compilerOf(block, index, looseLimits)))
      if (!known.has(keyOf(found))) problems.push({ ...found, blockId: block.id });
  };
  /** Index of the first problem of a block that is to be read loosely, in a step of its own. */
  const unread: number[] = [];
  const compiledBlock = (block: BlockDefinition, index: number): CompiledBlock => {
    const type = blockTypes.get(block.type);
    const compiler = compilerOf(block, index, limits);
    references.push(compiler.references);
    secretGuards.push(null);
    const first = problems.length;
    if (check !== null && parsedConfig(block)?.config.success !== true) {
      unread.push(first);
      return neverRuns;
    }
    if (type === undefined) throw new Error(`unknown block type ${block.type}`);
    try {
      const compiled = type.compile(validConfig(block), compiler, surroundings);
      // Code that is not plain is read twice, so its problems are found twice.
      const distinct = new Map(compiler.problems.map((one) => [`${one.path} ${one.message}`, one]));
      for (const problem of distinct.values())
        problems.push({ ...problem, code: 'UNKNOWN_REFERENCE', blockId: block.id });
      const { id: blockId } = block;
      for (const use of compiler.secrets) uses.secrets.push({ ...use, blockId });
      for (const use of compiler.shownSecrets) uses.shownSecrets.push({ ...use, blockId });
      for (const use of compiler.environment) uses.environment.push({ ...use, blockId });
      secretGuards[index] = guardOf(type, block, compiler.secrets);
      return compiled;
    } catch (error) {
      const { path, place, message } = refusalOf(error);
      problems.push({ code: 'INVALID_CONFIG', blockId: block.id, path, message, place });
      if (check !== null) unread.push(first);
      // An earlier release may have accepted the block; then it fails when it runs.
      const field = path === '' ? '' : `${path.slice(1)}: `;
      const failure = failed(null, { code: 'INVALID_CONFIG', message: field + message });
      return { role: 'pure', evaluate: () => failure };
    }
  };
  const blocks: CompiledBlock[] = [];
  for (const [index, block] of definition.blocks.entries()) {
    blocks.push(compiledBlock(block, index));
    yield;
    const first = unread.pop();
    if (first !== undefined) {
      readLoosely(block, index, first);
      yield;
    }
  }
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
    secretGuards,
    secretNames: new Set(uses.secrets.map(({ name }) => name)),
    environmentNames: new Set(uses.environment.map(({ name }) => name)),
    assigners: assignersOf(definition, variables),
  };
  return { workflow, names: uses, problems };
}
