import { Module } from '@nestjs/common';
import { ExecutionsModule } from '../executions/executions.module.js';
import { QuotasModule } from '../quotas/index.js';
import { ChangeWorkflowHandler } from './change-workflow.command.js';
import { CheckController } from './check.controller.js';
import { CheckDefinitionHandler } from './check-definition.query.js';
import { CreateWorkflowHandler } from './create-workflow.command.js';
import { DeleteWorkflowHandler } from './delete-workflow.command.js';
import { DeployVersionHandler } from './deploy-version.command.js';
import { DeployWorkflowHandler } from './deploy-workflow.command.js';
import { DeploymentController } from './deployment.controller.js';
import { GetLayoutHandler } from './get-layout.query.js';
import { GetWorkflowVersionHandler } from './get-workflow-version.query.js';
import { GetWorkflowHandler } from './get-workflow.query.js';
import { ImportWorkflowHandler } from './import-workflow.command.js';
import { LayoutController } from './layout.controller.js';
import { ListWorkflowVersionsHandler } from './list-workflow-versions.query.js';
import { ListWorkflowsHandler } from './list-workflows.query.js';
import { PauseWorkflowHandler } from './pause-workflow.command.js';
import { PutLayoutHandler } from './put-layout.command.js';
import { TriggerUrls } from './trigger-urls.js';
import { UndeployWorkflowHandler } from './undeploy-workflow.command.js';
import { UpdateWorkflowHandler } from './update-workflow.command.js';
import { WorkflowsController } from './workflows.controller.js';

@Module({
  imports: [ExecutionsModule, QuotasModule],
  controllers: [CheckController, WorkflowsController, DeploymentController, LayoutController],
  providers: [
    TriggerUrls,
    CheckDefinitionHandler,
    CreateWorkflowHandler,
    UpdateWorkflowHandler,
    ChangeWorkflowHandler,
    DeleteWorkflowHandler,
    DeployWorkflowHandler,
    DeployVersionHandler,
    UndeployWorkflowHandler,
    PauseWorkflowHandler,
    GetWorkflowHandler,
    ImportWorkflowHandler,
    ListWorkflowsHandler,
    ListWorkflowVersionsHandler,
    GetWorkflowVersionHandler,
    GetLayoutHandler,
    PutLayoutHandler,
  ],
  exports: [TriggerUrls],
})
export class WorkflowsModule {}
