import { WorkspaceCipherModule } from '@libs/platform';
import { Module } from '@nestjs/common';
import { ExecutionsModule } from '../executions/executions.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { QuotasModule } from '../quotas/index.js';
import { CreateWorkspaceHandler } from './create-workspace.command.js';
import { DeleteWorkspaceHandler } from './delete-workspace.command.js';
import { WorkspaceEraser } from './workspace-eraser.js';
import { DeleteSecretHandler } from './delete-secret.command.js';
import { DeleteVariableHandler } from './delete-variable.command.js';
import { GetSecretHandler } from './get-secret.query.js';
import { GetUsageHandler } from './get-usage.query.js';
import { GetVariableHandler } from './get-variable.query.js';
import { ListSecretsHandler } from './list-secrets.query.js';
import { ListVariablesHandler } from './list-variables.query.js';
import { ListWorkspacesHandler } from './list-workspaces.query.js';
import { PutSecretHandler } from './put-secret.command.js';
import { PutVariableHandler } from './put-variable.command.js';
import { SecretsController } from './secrets.controller.js';
import { VariablesController } from './variables.controller.js';
import { WorkspacesController } from './workspaces.controller.js';

@Module({
  imports: [ExecutionsModule, LimitsModule, QuotasModule, WorkspaceCipherModule],
  controllers: [WorkspacesController, SecretsController, VariablesController],
  providers: [
    CreateWorkspaceHandler,
    DeleteWorkspaceHandler,
    WorkspaceEraser,
    PutSecretHandler,
    DeleteSecretHandler,
    GetSecretHandler,
    ListSecretsHandler,
    PutVariableHandler,
    DeleteVariableHandler,
    GetVariableHandler,
    ListVariablesHandler,
    ListWorkspacesHandler,
    GetUsageHandler,
  ],
})
export class WorkspacesModule {}
