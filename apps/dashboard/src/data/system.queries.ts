import type { Operations } from '@libs/client';
import { ask } from './ask.js';

export type System = Operations['getSystem']['answer']['data'];
export type Consumer = NonNullable<NonNullable<System['details']>['consumers']>[number];

export const getSystem = (workspaceId: string) => ask(workspaceId, 'getSystem', {});
