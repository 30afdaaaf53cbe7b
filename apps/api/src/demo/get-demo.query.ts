import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DemoInstallation } from './demo-installation.js';
import { stateOfDemoReceiver } from './demo-receiver-client.js';
import type { DemoView } from './demo.schemas.js';

export class GetDemo extends Query<DemoView> {
  constructor(readonly workspaceId: string) {
    super();
  }
}

const hintOf = (secret: string): string => `${secret.slice(0, 6)}…${secret.slice(-4)}`;

@QueryHandler(GetDemo)
export class GetDemoHandler implements IQueryHandler<GetDemo> {
  constructor(@Inject(DemoInstallation) private readonly installation: DemoInstallation) {}

  async execute({ workspaceId }: GetDemo): Promise<DemoView> {
    const demo = await this.installation.of(workspaceId);
    const { workflowId, subscriptionId, triggerUrl, secret } = demo;
    return {
      ...{ workflowId, subscriptionId, triggerUrl, secretHint: hintOf(secret) },
      receiver: await stateOfDemoReceiver(demo),
    };
  }
}
