import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DemoInstallation } from './demo-installation.js';
import { callDemoReceiver } from './demo-receiver-client.js';
import type { DemoReceiverView, ReceiverChange } from './demo.schemas.js';

/** Breaks or mends the receiver. A restart of it mends it too. */
export class ChangeDemoReceiver extends Command<DemoReceiverView> {
  constructor(
    readonly workspaceId: string,
    readonly change: ReceiverChange,
  ) {
    super();
  }
}

@CommandHandler(ChangeDemoReceiver)
export class ChangeDemoReceiverHandler implements ICommandHandler<ChangeDemoReceiver> {
  constructor(@Inject(DemoInstallation) private readonly installation: DemoInstallation) {}

  async execute({ workspaceId, change }: ChangeDemoReceiver): Promise<DemoReceiverView> {
    return callDemoReceiver(await this.installation.of(workspaceId), change);
  }
}
