import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { convertSimWorkflow, type ImportedBlock } from '@libs/blocks';
import type { WorkflowEntity } from '@libs/persistence';
import type { DefinitionProblem, WorkflowDefinition } from '@libs/workflow';
import type { Principal } from '../auth/principal.js';
import { Bus } from '../bus/bus.js';
import { checkInTurns } from './checked-definition.js';
import { CreateWorkflow } from './create-workflow.command.js';
import type { ImportBody } from './workflow.schemas.js';

export interface Imported {
  /** Null for a dry run, and when a person must solve remaining problems. */
  readonly workflow: WorkflowEntity | null;
  readonly definition: WorkflowDefinition;
  /** Per block of the export: its translation, and what to review. */
  readonly report: readonly ImportedBlock[];
  /** Why it was not saved, in the words of a save. */
  readonly problems: readonly DefinitionProblem[];
}

/** Creates a workflow from a Sim export. */
export class ImportWorkflow extends Command<Imported> {
  constructor(
    readonly principal: Principal,
    readonly body: ImportBody,
  ) {
    super();
  }
}

@CommandHandler(ImportWorkflow)
export class ImportWorkflowHandler implements ICommandHandler<ImportWorkflow> {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  async execute({ principal, body }: ImportWorkflow): Promise<Imported> {
    const { workflow: exported, dryRun, ...rest } = body;
    const { definition, report } = convertSimWorkflow(exported);
    const checked = await checkInTurns(definition);
    const problems = checked.ok ? [] : checked.problems;
    if (dryRun || !checked.ok) return { workflow: null, definition, report, problems };
    const create = new CreateWorkflow(principal, { ...rest, definition });
    return { workflow: await this.bus.execute(create), definition, report, problems };
  }
}
