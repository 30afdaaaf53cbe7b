import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Principal } from '../auth/index.js';
import { DraftListeners } from './draft-listeners.js';

/** Ends the test URL that the caller has open for a workflow, if there is one. */
export class StopListening extends Command<undefined> {
  constructor(
    readonly principal: Pick<Principal, 'workspaceId' | 'userId' | 'keyId'>,
    readonly workflowId: string,
  ) {
    super();
  }
}

@CommandHandler(StopListening)
export class StopListeningHandler implements ICommandHandler<StopListening> {
  constructor(@Inject(DraftListeners) private readonly listeners: DraftListeners) {}

  async execute({ principal, workflowId }: StopListening): Promise<undefined> {
    const { workspaceId, userId, keyId } = principal;
    await this.listeners.close(workflowId, workspaceId, userId ?? keyId);
    return undefined;
  }
}
