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
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CurrentPrincipal, OutlivesItsKey, type Principal, Scopes } from '../auth/index.js';
import type { Page } from '../http/page.js';
import { BodyPipe, QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import {
  apiKeyBody,
  type ApiKeyBody,
  type ApiKeyView,
  listApiKeysQuery,
  type ListApiKeysParameters,
} from './api-key.dto.js';
import { CreateApiKey } from './create-api-key.command.js';
import { GetApiKey } from './get-api-key.query.js';
import { ListApiKeys } from './list-api-keys.query.js';
import { RevokeApiKey } from './revoke-api-key.command.js';

const keyIdPipe = new RecordIdPipe('API key');

@Scopes('workflows:write')
@Controller('api/v1/api-keys')
export class ApiKeysController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @Get()
  list(
    @CurrentPrincipal() principal: Principal,
    @Query(new QueryPipe(listApiKeysQuery)) parameters: ListApiKeysParameters,
  ): Promise<Page<ApiKeyView>> {
    return this.queries.execute(new ListApiKeys(principal, parameters));
  }

  @Post()
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body(new BodyPipe(apiKeyBody)) body: ApiKeyBody,
  ): Promise<{ data: ApiKeyView }> {
    return { data: await this.commands.execute(new CreateApiKey(principal, body)) };
  }

  @Get(':id')
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', keyIdPipe) id: string,
  ): Promise<{ data: ApiKeyView }> {
    return { data: await this.queries.execute(new GetApiKey(principal, id)) };
  }

  @OutlivesItsKey()
  @Delete(':id')
  @HttpCode(204)
  async revoke(
    @CurrentPrincipal() principal: Principal,
    @Param('id', keyIdPipe) id: string,
  ): Promise<void> {
    await this.commands.execute(new RevokeApiKey(principal, id));
  }
}
