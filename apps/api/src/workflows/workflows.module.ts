import { Module } from '@nestjs/common';
import { ExecutionsModule } from '../executions/executions.module.js';
import { QuotasModule } from '../quotas/index.js';
import { CheckController } from './check.controller.js';
import { CheckDefinitionHandler } from './check-definition.query.js';
import { CreateWorkflowHandler } from './create-workflow.command.js';
import { DeleteWorkflowHandler } from './delete-workflow.command.js';
import { DeployWorkflowHandler } from './deploy-workflow.command.js';
import { GetWorkflowHandler } from './get-workflow.query.js';
import { ImportWorkflowHandler } from './import-workflow.command.js';
import { ListWorkflowVersionsHandler } from './list-workflow-versions.query.js';
import { ListWorkflowsHandler } from './list-workflows.query.js';
import { TriggerUrls } from './trigger-urls.js';
import { UpdateWorkflowHandler } from './update-workflow.command.js';
import { WorkflowsController } from './workflows.controller.js';

@Module({
  imports: [ExecutionsModule, QuotasModule],
  controllers: [CheckController, WorkflowsController],
  providers: [
    TriggerUrls,
    CheckDefinitionHandler,
    CreateWorkflowHandler,
    UpdateWorkflowHandler,
    DeleteWorkflowHandler,
    DeployWorkflowHandler,
    GetWorkflowHandler,
    ImportWorkflowHandler,
    ListWorkflowsHandler,
    ListWorkflowVersionsHandler,
  ],
  exports: [TriggerUrls],
})
export class WorkflowsModule {}
