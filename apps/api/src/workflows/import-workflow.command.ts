import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { convertSimWorkflow, type ImportedBlock } from '@libs/blocks';
import type { Database, WorkflowEntity } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { DefinitionProblem, WorkflowDefinition } from '@libs/workflow';
import type { Principal } from '../auth/principal.js';
import { Bus } from '../bus/bus.js';
import { checkInTurns } from './checked-definition.js';
import { CreateWorkflow } from './create-workflow.command.js';
import { withFreePath } from './free-path.js';
import { requireWorkspace } from './stored-workflow.js';
import { webhookPathOf } from './trigger-paths.js';
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

/** Notes the new path at its block. */
function withPathNote(
  report: readonly ImportedBlock[],
  asked: WorkflowDefinition,
  given: WorkflowDefinition,
): readonly ImportedBlock[] {
  const [before, after] = [webhookPathOf(asked), webhookPathOf(given)];
  if (before === null || after === null || before.path === after.path) return report;
  const note = `Another workflow of the workspace has the path "${before.path}"; it was changed to "${after.path}"`;
  return report.map((block) => {
    if (block.blockId !== after.blockId || block.becomes !== 'webhook') return block;
    return { ...block, outcome: 'changed', notes: [...block.notes, note] };
  });
}

@CommandHandler(ImportWorkflow)
export class ImportWorkflowHandler implements ICommandHandler<ImportWorkflow> {
  constructor(
    @Inject(Bus) private readonly bus: Bus,
    @Inject(DATABASE) private readonly database: Pick<Database, 'dataSource'>,
  ) {}

  async execute({ principal, body }: ImportWorkflow): Promise<Imported> {
    const { workflow: exported, dryRun, ...rest } = body;
    const workspaceId = requireWorkspace(body.workspaceId, principal);
    const { definition: asked, report } = convertSimWorkflow(exported);
    const checked = await checkInTurns(asked);
    const problems = checked.ok ? [] : checked.problems;
    if (dryRun || !checked.ok) {
      const { manager } = this.database.dataSource;
      const definition = await withFreePath(manager, workspaceId, asked);
      const noted = withPathNote(report, asked, definition);
      return { workflow: null, definition, report: noted, problems };
    }
    const options = { text: null, whenPathTaken: 'change', allowProblems: false } as const;
    const create = new CreateWorkflow(principal, { ...rest, definition: asked }, options);
    const { workflow } = await this.bus.execute(create);
    const noted = withPathNote(report, asked, workflow.draft);
    return { workflow, definition: workflow.draft, report: noted, problems };
  }
}
