import type { Operations } from '@libs/client';
import { ask } from './ask.js';

export type Delivery = Operations['listExecutionDeliveries']['answer']['data'][number];

export const deliveriesOf = (workspaceId: string, executionId: string) =>
  ask(workspaceId, 'listExecutionDeliveries', { path: { id: executionId } });
