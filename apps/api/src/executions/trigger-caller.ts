import type { WebhookConfig } from '@libs/blocks';
import type { FastifyRequest } from 'fastify';
import { clientAddressOf, networkOf } from '../http/client-address.js';
import type { OpenCaller } from '../limits/index.js';
import type { DeployedTarget } from './execution-target.js';

/** The caller of a trigger URL, as limits see it. One that must prove a secret has proved it. */
export const openCallerOf = (
  { workflowId }: Pick<DeployedTarget, 'workflowId'>,
  { callsPerMinute, auth }: Pick<WebhookConfig, 'callsPerMinute' | 'auth'>,
  request: FastifyRequest,
): OpenCaller => ({
  workflowId,
  callsPerMinute,
  network: auth === undefined ? networkOf(clientAddressOf(request)) : null,
});
