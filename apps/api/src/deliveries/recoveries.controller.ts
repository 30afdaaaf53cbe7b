/**
 * Progress of recoveries; `/subscriptions/{id}/redeliver` or activating a subscription starts one.
 */
import { Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { type Page, pageParameters } from '../http/page.js';
import { QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { CancelRecovery } from './cancel-recovery.command.js';
import { GetRecovery } from './get-recovery.query.js';
import { ListRecoveries } from './list-recoveries.query.js';
import { recoveryAnswer, recoveryPage, type RecoveryView } from './recovery.schemas.js';

const recoveryIdPipe = new RecordIdPipe('recovery', exampleIds.recovery);
const subscriptionIdPipe = new RecordIdPipe('subscription', exampleIds.subscription);
const listQuery = z.strictObject(pageParameters);

@Controller('api/v1')
export class RecoveriesController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @Operation({
    id: 'listRecoveries',
    summary: 'Recoveries of a subscription, newest first',
    role: 'viewer',
    answers: { 200: recoveryPage },
    links: { '/data/0/id': ['/api/v1/recoveries/:recoveryId'] },
  })
  @Get('subscriptions/:subscriptionId/recoveries')
  list(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Param('subscriptionId', subscriptionIdPipe) subscriptionId: string,
    @Query(new QueryPipe(listQuery)) parameters: z.output<typeof listQuery>,
  ): Promise<Page<RecoveryView>> {
    return this.queries.execute(new ListRecoveries(workspaceId, subscriptionId, parameters));
  }

  @Operation({
    id: 'getRecovery',
    summary: 'Progress of a recovery',
    role: 'viewer',
    answers: { 200: recoveryAnswer },
  })
  @Get('recoveries/:recoveryId')
  async get(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Param('recoveryId', recoveryIdPipe) recoveryId: string,
  ): Promise<{ readonly data: RecoveryView }> {
    return { data: await this.queries.execute(new GetRecovery(workspaceId, recoveryId)) };
  }

  @Operation({
    id: 'cancelRecovery',
    summary: 'Stop a recovery; what it has ordered is still sent',
    role: 'editor',
    answers: { 200: recoveryAnswer },
  })
  @Scopes('workflows:write')
  @Post('recoveries/:recoveryId/cancel')
  @HttpCode(200)
  async cancel(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Param('recoveryId', recoveryIdPipe) recoveryId: string,
  ): Promise<{ readonly data: RecoveryView }> {
    return { data: await this.commands.execute(new CancelRecovery(workspaceId, recoveryId)) };
  }
}
