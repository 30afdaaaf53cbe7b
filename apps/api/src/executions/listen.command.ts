import { webhookConfig } from '@libs/blocks';
import type { Config } from '@libs/config';
import { CONFIG } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../auth/index.js';
import { ApiError } from '../errors/index.js';
import type { View } from '../http/answers.js';
import { triggerBaseUrlOf, triggerPath } from '../http/trigger-origin.js';
import { DraftListeners } from './draft-listeners.js';
import { DraftTargets, wholeDraft } from './draft-targets.js';
import type { listening } from './execution.schemas.js';

type Listening = View<typeof listening>['data'];

/** Opens a URL whose next call runs the draft. */
export class ListenToDraft extends Command<Listening> {
  constructor(
    readonly principal: Pick<Principal, 'workspaceId' | 'userId' | 'keyId'>,
    readonly workflowId: string,
    readonly caller: Pick<FastifyRequest, 'protocol' | 'host'>,
  ) {
    super();
  }
}

@CommandHandler(ListenToDraft)
export class ListenToDraftHandler implements ICommandHandler<ListenToDraft> {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(DraftTargets) private readonly drafts: DraftTargets,
    @Inject(DraftListeners) private readonly listeners: DraftListeners,
  ) {}

  /** @throws ApiError 422 for a draft that can't run, or has no webhook */
  async execute({ principal, workflowId, caller }: ListenToDraft): Promise<Listening> {
    const { workspaceId, userId, keyId } = principal;
    const { target } = await this.drafts.of(workflowId, workspaceId, wholeDraft);
    if (target.triggerType !== 'webhook') {
      const message = `The draft begins with a ${target.triggerType} block, which has no URL. Run it with POST /api/v1/workflows/{id}/execute and "X-Draft: true"`;
      throw new ApiError(422, 'INVALID_REQUEST', message);
    }
    const { path } = webhookConfig.parse(target.triggerConfig);
    const { token, expiresAt, executionId } = await this.listeners.open(
      target.workflowId,
      workspaceId,
      userId ?? keyId,
    );
    const base = triggerBaseUrlOf(this.config, caller) + triggerPath;
    return { testUrl: `${base}${token}/${path}`, expiresAt: expiresAt.toISOString(), executionId };
  }
}
