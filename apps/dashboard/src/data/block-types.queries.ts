/** What blocks there are. They change with a release of the service only. */
import type { Operations } from '@libs/client';
import { queryOptions } from '@tanstack/react-query';
import { ask } from './ask.js';

export type BlockTypeAnswer = Operations['listBlockTypes']['answer']['data'][number];

export const listBlockTypes = (workspaceId: string) =>
  queryOptions({ ...ask(workspaceId, 'listBlockTypes', {}), staleTime: Infinity });
