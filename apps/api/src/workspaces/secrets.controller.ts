/** `/api/v1/workspaces/{id}/secrets`: write-only values behind `{{NAME}}` in workflows. */
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Put } from '@nestjs/common';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { BodyPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { requireWorkspace } from '../workflows/stored-workflow.js';
import { DeleteSecret } from './delete-secret.command.js';
import { GetSecret } from './get-secret.query.js';
import { ListSecrets } from './list-secrets.query.js';
import { WorkspaceNamePipe } from './name.pipe.js';
import { PutSecret } from './put-secret.command.js';
import {
  secretAnswer,
  secretBody,
  type SecretBody,
  secretList,
  type SecretView,
} from './secret.schemas.js';

const workspaceIdPipe = new RecordIdPipe('workspace', exampleIds.workspace);

const namePipe = new WorkspaceNamePipe('secret', 'STRIPE_KEY');

@Scopes('workflows:write')
@Controller('api/v1/workspaces/:workspaceId/secrets')
export class SecretsController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'listSecrets',
    summary: 'List the names and hosts of secrets; values are write-only',
    role: 'editor',
    answers: { 200: secretList },
    links: { '/data/0/name': [':name'] },
  })
  @Get()
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param('workspaceId', workspaceIdPipe) workspaceId: string,
  ): Promise<{ data: SecretView[] }> {
    return {
      data: await this.bus.execute(new ListSecrets(requireWorkspace(workspaceId, principal))),
    };
  }

  @Operation({
    id: 'getSecret',
    summary: 'Get a secret, without its value',
    role: 'editor',
    answers: { 200: secretAnswer },
  })
  @Get(':name')
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('workspaceId', workspaceIdPipe) workspaceId: string,
    @Param('name', namePipe) name: string,
  ): Promise<{ data: SecretView }> {
    return {
      data: await this.bus.execute(new GetSecret(requireWorkspace(workspaceId, principal), name)),
    };
  }

  @Operation({
    id: 'putSecret',
    summary: 'Set the value of a secret, the hosts that it may be sent to, or both',
    role: 'editor',
    answers: { 200: secretAnswer },
    example: { value: 'a long token', allowedHosts: ['api.stripe.com'] },
  })
  @Put(':name')
  async put(
    @CurrentPrincipal() principal: Principal,
    @Param('workspaceId', workspaceIdPipe) workspaceId: string,
    @Param('name', namePipe) name: string,
    @Body(new BodyPipe(secretBody)) body: SecretBody,
  ): Promise<{ data: SecretView }> {
    requireWorkspace(workspaceId, principal);
    return { data: await this.bus.execute(new PutSecret(principal, name, body)) };
  }

  @Operation({
    id: 'deleteSecret',
    summary: 'Delete a secret',
    role: 'editor',
    answers: { 204: null },
  })
  @Delete(':name')
  @HttpCode(204)
  async remove(
    @CurrentPrincipal() principal: Principal,
    @Param('workspaceId', workspaceIdPipe) workspaceId: string,
    @Param('name', namePipe) name: string,
  ): Promise<void> {
    await this.bus.execute(new DeleteSecret(requireWorkspace(workspaceId, principal), name));
  }
}
