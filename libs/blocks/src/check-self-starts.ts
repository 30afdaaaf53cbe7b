/**
 * A workflow that starts itself once per iteration grows as a power of the count, so it is refused
 * at deployment. A plain self-call is bounded by the depth. A detour over a second workflow is
 * bounded by the size of the family.
 */
import { buildRegions, type DefinitionProblem, type WorkflowDefinition } from '@libs/workflow';
import { isContainer } from './workflow-shape.js';

/** The definition must have passed `checkDefinition`. */
export function checkSelfStarts(
  definition: WorkflowDefinition,
  workflowId: string,
): DefinitionProblem[] {
  const { blocks } = definition;
  // Ids are compared without case, as Postgres does.
  const startsItself = ({ type, config }: WorkflowDefinition['blocks'][number]): boolean =>
    type === 'workflow' && String(config['workflowId']).toLowerCase() === workflowId.toLowerCase();
  if (!blocks.some(startsItself)) return [];
  const { enclosing } = buildRegions(definition, isContainer, 0);
  return blocks.flatMap((block, index) => {
    const container = blocks[enclosing[index]?.at(-1) ?? -1];
    if (container === undefined || !startsItself(block)) return [];
    const message = `The block "${block.name}" starts its own workflow in every iteration of the ${container.type} "${container.name}": each run would start many more. Start another workflow here, or move the block out of the ${container.type}`;
    return [
      {
        code: 'STARTS_ITSELF_REPEATEDLY',
        blockId: block.id,
        field: 'config.workflowId',
        message,
      },
    ];
  });
}
