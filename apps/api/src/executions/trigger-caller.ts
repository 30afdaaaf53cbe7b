import type { WebhookConfig } from '@libs/blocks';
import { networkOf } from '../http/caller-network.js';
import type { OpenCaller } from '../limits/index.js';
import type { DeployedTarget } from './execution-target.js';

/** The caller of a trigger URL, as limits see it. One that must prove a secret has proved it. */
export const openCallerOf = (
  { workflowId }: Pick<DeployedTarget, 'workflowId'>,
  { callsPerMinute, auth }: Pick<WebhookConfig, 'callsPerMinute' | 'auth'>,
  address: string,
): OpenCaller => ({
  workflowId,
  callsPerMinute,
  network: auth === undefined ? networkOf(address) : null,
});
