/**
 * Checks a definition from outside: shape, block types, configuration, graph, references. Reports
 * all problems at once, each with its block and field, and warns of legal mistakes.
 */
import type { DefinitionProblem, DefinitionWarning, WorkflowDefinition } from '@libs/workflow';
import { type BlockFacts, blockFacts } from './check/block-facts.js';
import { checkBlocks, checkTriggers } from './check/check-blocks.js';
import { checkEdges, checkGraph } from './check/check-edges.js';
import { FoundReferences } from './check/found-references.js';
import { ProblemList } from './check/problem-list.js';
import { checkSize, readShape } from './check/read-shape.js';
import { warnOfOrder } from './check/warn-order.js';
import { warnOfTexts } from './check/warn-texts.js';
import { compilation, type Compilation } from './compile-workflow.js';
import { contentHashOf } from './content-hash.js';
import { shownSecretProblems } from './secrets/secret-in-output.js';

interface Checked {
  readonly warnings: readonly DefinitionWarning[];
  /** By id, as far as the blocks could be read. */
  readonly blocks: ReadonlyMap<string, BlockFacts>;
  /** Secrets and variables of the workspace that its blocks use. */
  readonly names: Compilation['names'];
}

/** The facts about a valid definition that the edge needs. */
export interface CheckedDefinition extends Checked {
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
}

export interface RefusedDefinition extends Checked {
  readonly ok: false;
  readonly problems: readonly DefinitionProblem[];
  /** Null when its shape is wrong. */
  readonly definition: WorkflowDefinition | null;
  /** As much of it as can be read, also of one with a wrong shape; null: nothing. */
  readonly readable: WorkflowDefinition | null;
  readonly contentHash: string | null;
}

export type DefinitionCheck = CheckedDefinition | RefusedDefinition;

const nothing: Checked = {
  warnings: [],
  blocks: new Map(),
  names: { secrets: [], shownSecrets: [], environment: [] },
};

function reportCompilation(
  definition: WorkflowDefinition,
  { problems, names }: Compilation,
  list: ProblemList,
): void {
  const byId = new Map(definition.blocks.map((block) => [block.id, block]));
  for (const { code, blockId, path, message, place, length, suggestion } of problems) {
    const where = { field: `config${path}`, ...place, ...(length !== undefined && { length }) };
    list.problem(byId.get(blockId) ?? null, { code, message, suggestion, ...where });
  }
  for (const { blockId, ...problem } of shownSecretProblems(definition, names))
    list.problem(byId.get(blockId ?? '') ?? null, problem);
}

/** Yields where other work may run in between. */
export function* definitionChecks(input: unknown): Generator<void, DefinitionCheck, void> {
  const list = new ProblemList();
  const refused = (
    definition: WorkflowDefinition | null,
    readable: WorkflowDefinition | null = null,
    checked = nothing,
  ): DefinitionCheck => ({
    ...checked,
    ok: false,
    problems: list.problems,
    definition,
    readable,
    contentHash: definition === null ? null : contentHashOf(definition),
  });
  if (!checkSize(input, list)) return refused(null);
  yield;
  const read = readShape(input, list);
  if (read === null) return refused(null);
  const { definition, isWellShaped } = read;
  yield;
  const extraTriggers = checkTriggers(definition, list);
  yield* checkBlocks(definition, extraTriggers, list);
  yield;
  checkEdges(definition, extraTriggers, list);
  yield;
  const isWalkable = checkGraph(definition, list);
  yield;
  const references = new FoundReferences();
  const compiled = yield* compilation(definition, { observe: references.add });
  const { workflow, names } = compiled;
  reportCompilation(definition, compiled, list);
  yield* warnOfTexts(definition, list);
  if (isWalkable) yield* warnOfOrder(definition, workflow, references, list);
  const blocks = yield* blockFacts(definition, workflow, references);
  const checked: Checked = { warnings: list.warnings, blocks, names };
  yield;
  if (list.problems.length > 0)
    return refused(isWellShaped ? definition : null, definition, checked);
  const trigger = definition.blocks[workflow.triggerIndex];
  const path = trigger?.config['path'];
  return {
    ...checked,
    ok: true,
    definition,
    contentHash: contentHashOf(definition),
    trigger: {
      blockId: trigger?.id ?? '',
      type: trigger?.type ?? '',
      path: typeof path === 'string' ? path : null,
    },
    hasResponseBlock: workflow.responseIndexes.size > 0,
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
