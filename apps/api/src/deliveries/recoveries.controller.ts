/**
 * Progress of recoveries; `/subscriptions/{id}/redeliver` or activating a subscription starts one.
 */
import { Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { type Page, pageQuery, type PageRequest } from '../http/page.js';
import { QueryPipe, RecordIdPipe } from '../http/zod.pipe.js';
import { CancelRecovery } from './cancel-recovery.command.js';
import { GetRecovery } from './get-recovery.query.js';
import { ListRecoveries } from './list-recoveries.query.js';
import { recoveryAnswer, recoveryPage, type RecoveryView } from './recovery.schemas.js';

const recoveryIdPipe = new RecordIdPipe('recovery', exampleIds.recovery);
const subscriptionIdPipe = new RecordIdPipe('subscription', exampleIds.subscription);

@Controller('api/v1')
export class RecoveriesController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'listRecoveries',
    summary: 'List the recoveries of a subscription, newest first',
    role: 'viewer',
    answers: { 200: recoveryPage },
    links: { '/data/0/id': ['/api/v1/recoveries/:recoveryId'] },
  })
  @Get('subscriptions/:subscriptionId/recoveries')
  list(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Param('subscriptionId', subscriptionIdPipe) subscriptionId: string,
    @Query(new QueryPipe(pageQuery)) parameters: PageRequest,
  ): Promise<Page<RecoveryView>> {
    return this.bus.execute(new ListRecoveries(workspaceId, subscriptionId, parameters));
  }

  @Operation({
    id: 'getRecovery',
    summary: 'Get the progress of a recovery',
    role: 'viewer',
    answers: { 200: recoveryAnswer },
  })
  @Get('recoveries/:recoveryId')
  async get(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Param('recoveryId', recoveryIdPipe) recoveryId: string,
  ): Promise<{ readonly data: RecoveryView }> {
    return { data: await this.bus.execute(new GetRecovery(workspaceId, recoveryId)) };
  }

  @Operation({
    id: 'cancelRecovery',
    summary: 'Stop a recovery; deliveries that it has already requested are still sent',
    role: 'editor',
    answers: { 200: recoveryAnswer },
    whileSuspended: true,
  })
  @Scopes('workflows:write')
  @Post('recoveries/:recoveryId/cancel')
  @HttpCode(200)
  async cancel(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Param('recoveryId', recoveryIdPipe) recoveryId: string,
  ): Promise<{ readonly data: RecoveryView }> {
    return { data: await this.bus.execute(new CancelRecovery(workspaceId, recoveryId)) };
  }
}
