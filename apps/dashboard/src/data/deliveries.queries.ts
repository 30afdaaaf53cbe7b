import type { Operations } from '@libs/client';
import { ask, call } from './ask.js';

export type Delivery = Operations['listExecutionDeliveries']['answer']['data'][number];

export const deliveriesOf = (workspaceId: string, executionId: string) =>
  ask(workspaceId, 'listExecutionDeliveries', { path: { id: executionId } });

/** A delivery with each of its tries. */
export const deliveryWithTries = (workspaceId: string, deliveryId: string) =>
  ask(workspaceId, 'getDelivery', { path: { deliveryId } });

export const redeliver = (workspaceId: string, deliveryId: string) =>
  call(workspaceId, 'redeliver', { path: { deliveryId } });
