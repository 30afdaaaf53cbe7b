import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { convertSimWorkflow, simWorkflow, type ImportedBlock } from '@libs/blocks';
import type { WorkflowEntity } from '@libs/persistence';
import type { DefinitionProblem, WorkflowDefinition } from '@libs/workflow';
import { z } from 'zod';
import type { Principal } from '../auth/principal.js';
import { checkInTurns } from './checked-definition.js';
import { CreateWorkflow } from './create-workflow.command.js';

export const importBody = z.strictObject({
  /** A Sim export: the state itself, or a file that holds it under `state`. */
  workflow: simWorkflow,
  name: z.string().trim().min(1).max(200).default('Imported workflow'),
  workspaceId: z.uuid().optional(),
  folderId: z.string().min(1).max(200).nullish(),
  /** Only reports the result; saves nothing. */
  dryRun: z.boolean().default(false),
});
export type ImportBody = z.output<typeof importBody>;

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
  constructor(@Inject(CommandBus) private readonly commands: CommandBus) {}

  async execute({ principal, body }: ImportWorkflow): Promise<Imported> {
    const { workflow: exported, dryRun, ...rest } = body;
    const { definition, report } = convertSimWorkflow(exported);
    const checked = await checkInTurns(definition);
    const problems = checked.ok ? [] : checked.problems;
    if (dryRun || !checked.ok) return { workflow: null, definition, report, problems };
    const create = new CreateWorkflow(principal, { ...rest, definition });
    return { workflow: await this.commands.execute(create), definition, report, problems };
  }
}
