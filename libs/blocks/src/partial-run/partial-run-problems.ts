/**
 * The problems that keep a cut draft from running. The check of the whole draft may have stopped
 * early because of blocks that are not part of the run, so the rest of it is done here.
 */
import {
  buildGraph,
  findBodyEntries,
  findCycle,
  type DefinitionProblem,
  type WorkflowDefinition,
} from '@libs/workflow';
import { compilation, isContainer } from '../compile-workflow.js';
import { parsedConfig } from '../parsed-config.js';
import type { PartialRun } from './partial-run.js';

/**
 * @param found by the check of the whole draft
 * @returns none for a definition that every runner of this release compiles
 */
export function* partialRunProblems(
  { definition, reached, pinned }: PartialRun,
  found: readonly DefinitionProblem[],
): Generator<void, readonly DefinitionProblem[], void> {
  const isReached = ({ blockId }: Pick<DefinitionProblem, 'blockId'>): boolean =>
    blockId !== null && reached.has(blockId);
  const known = found.filter((problem) =>
    // An edge that leads nowhere ends its path.
    problem.blockId === null ? problem.code !== 'DANGLING_EDGE' : isReached(problem),
  );
  if (known.length > 0) return known;
  const inRun = new Set([...reached, ...pinned.map(({ blockId }) => blockId)]);
  const blocks = definition.blocks.filter(({ id }) => inRun.has(id));
  const missed = [...unreadable(blocks, reached), ...misshapen({ ...definition, blocks })];
  if (missed.length > 0) return missed;
  yield;
  const { problems } = yield* compilation(definition);
  return problems.filter(isReached).map(({ code, blockId, path, message, place }) => ({
    ...{ code, blockId, field: `config${path}`, message },
    ...place,
  }));
}

/** Blocks that can not be compiled, because the check did not come to them. */
const unreadable = (
  blocks: WorkflowDefinition['blocks'],
  reached: ReadonlySet<string>,
): DefinitionProblem[] =>
  blocks.flatMap((block) => {
    if (!reached.has(block.id) || parsedConfig(block)?.config.success === true) return [];
    const message = `The configuration of the block "${block.name}" is not valid. Check the draft to see why`;
    return [{ code: 'INVALID_CONFIG', blockId: block.id, field: 'config', message }];
  });

function misshapen(definition: WorkflowDefinition): DefinitionProblem[] {
  const cycle = findCycle(buildGraph(definition));
  const cycles: DefinitionProblem[] =
    cycle === null
      ? []
      : [
          {
            ...{ code: 'CYCLE', blockId: cycle[0] ?? null, field: 'edges' },
            message: `These blocks form a cycle: ${cycle.join(' -> ')}. Use a loop block to repeat blocks`,
          },
        ];
  const entries = findBodyEntries(definition, isContainer).map(
    ({ edgeIndex, container, to }): DefinitionProblem => ({
      ...{ code: 'BODY_ENTERED', blockId: to, field: `edges[${edgeIndex}]` },
      message: `The block "${to}" belongs to the body of "${container}" (after its port "each"), so no block outside may lead to it`,
    }),
  );
  return [...cycles, ...entries];
}
