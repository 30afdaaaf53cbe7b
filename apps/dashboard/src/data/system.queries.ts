import { queryOptions } from '@tanstack/react-query';
import type { System } from '../core/system/system.js';
import { send } from './send.js';

export const getSystem = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'getSystem'],
    queryFn: ({ signal }) => send<System>('GET', '/system', { workspace: workspaceId, signal }),
  });
