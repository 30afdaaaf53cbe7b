/**
 * `/api/v1/api-keys`: keys of the caller's workspace. Only the creation answer contains the value.
 */
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Query,
} from '@nestjs/common';
import { CurrentPrincipal, OutlivesItsKey, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { type Page, pageQuery, type PageRequest } from '../http/page.js';
import { BodyPipe, QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import {
  apiKeyAnswer,
  apiKeyBody,
  type ApiKeyBody,
  apiKeyPage,
  type ApiKeyView,
} from './api-key.schemas.js';
import { CreateApiKey } from './create-api-key.command.js';
import { GetApiKey } from './get-api-key.query.js';
import { ListApiKeys } from './list-api-keys.query.js';
import { RevokeApiKey } from './revoke-api-key.command.js';

const keyIdPipe = new RecordIdPipe('API key', exampleIds.key);

@Scopes('workflows:write')
@Controller('api/v1/api-keys')
export class ApiKeysController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'listApiKeys',
    summary: 'List the keys of the workspace',
    role: 'owner',
    answers: { 200: apiKeyPage },
    links: { '/data/0/id': [':id'] },
  })
  @Get()
  list(
    @CurrentPrincipal() principal: Principal,
    @Query(new QueryPipe(pageQuery)) parameters: PageRequest,
  ): Promise<Page<ApiKeyView>> {
    return this.bus.execute(new ListApiKeys(principal, parameters));
  }

  @Operation({
    id: 'createApiKey',
    summary: 'Create a key; only this answer contains its value',
    role: 'owner',
    limitedKeys: 'handler',
    answers: { 201: apiKeyAnswer },
    example: { name: 'laptop', scopes: ['logs:read'] },
    links: { '/data/id': [':id'] },
  })
  @Post()
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body(new BodyPipe(apiKeyBody)) body: ApiKeyBody,
  ): Promise<{ data: ApiKeyView }> {
    return { data: await this.bus.execute(new CreateApiKey(principal, body)) };
  }

  @Operation({
    id: 'getApiKey',
    summary: 'Get a key, without its value',
    role: 'owner',
    answers: { 200: apiKeyAnswer },
  })
  @Get(':id')
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', keyIdPipe) id: string,
  ): Promise<{ data: ApiKeyView }> {
    return { data: await this.bus.execute(new GetApiKey(principal, id)) };
  }

  @Operation({
    id: 'revokeApiKey',
    summary: 'Revoke a key',
    role: 'owner',
    answers: { 204: null },
  })
  @OutlivesItsKey()
  @Delete(':id')
  @HttpCode(204)
  async revoke(
    @CurrentPrincipal() principal: Principal,
    @Param('id', keyIdPipe) id: string,
  ): Promise<void> {
    await this.bus.execute(new RevokeApiKey(principal, id));
  }
}
